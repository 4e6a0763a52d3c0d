"""The sandbox of one bot's process: bubblewrap, control groups, seccomp, user ids, untrusted folders."""
