"""Bots that run on another machine, connected by WebSocket."""
