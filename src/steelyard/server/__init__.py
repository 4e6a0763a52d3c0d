"""The web app's server: tables where people and bots play, live, kept in a database, watched and studied."""
