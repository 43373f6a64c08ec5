"""What the calibration page is made of: studies, what they claim, and tables of their rates."""
