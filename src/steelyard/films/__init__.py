"""Films of games: frames with the players' names, as a GIF or an MP4."""
