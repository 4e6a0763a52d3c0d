"""What stands between your bot and the referee. There is nothing to edit in here."""
