"""The lab: simulation and measurement."""
