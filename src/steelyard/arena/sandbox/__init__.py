"""One bot's process and its limits: bubblewrap, control groups, seccomp, user ids, folders of strangers."""
