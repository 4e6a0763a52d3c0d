"""The network for Tank Duel: its weights come with the package; without them the search plays as it did."""
