"""What a player sees at one time."""
