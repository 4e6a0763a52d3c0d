"""Remote bots: they run on another machine and connect by WebSocket."""

TICKET_VARIABLE = "STEELYARD_TICKET"
"""Holds what a bridge shows at the address that it connects to; a command line can be read by everybody."""
