"""How fast things are: `python -m benchmarks playouts`."""
