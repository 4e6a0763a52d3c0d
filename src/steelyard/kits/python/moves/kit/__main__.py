"""`python3 -m kit` in the bot's folder: plays."""

from bot import Bot
from kit.playing import play

play(Bot, Bot.NAME)
