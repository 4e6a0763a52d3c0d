"""What a model of the opponent learns from each round."""
