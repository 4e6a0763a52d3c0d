"""Remote bots: they run on another machine and connect by WebSocket."""
