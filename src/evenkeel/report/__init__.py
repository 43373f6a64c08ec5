"""Reports: one neutral document, and a renderer for each format."""
