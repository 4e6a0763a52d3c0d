"""The search tree of best answers, in which the opponent is a chance."""
