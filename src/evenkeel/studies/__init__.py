"""Studies of the procedures themselves: error rates and power, from one core to a cluster."""
