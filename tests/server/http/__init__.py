"""Tests of connections, sockets and what every request goes through."""
