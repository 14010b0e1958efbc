"""A server that players reach over SSH: each plays the app on a terminal of her own, and can do nothing else there."""
