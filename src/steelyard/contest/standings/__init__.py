"""Tables, tie-breaks, grades and ratings, in exact arithmetic."""
