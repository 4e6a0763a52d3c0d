"""The evaluation of a position: candidate joysticks, short careful playouts, and their final evaluation."""
