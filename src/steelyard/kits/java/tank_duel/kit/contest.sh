# For build.sh: what a contestant's folder of 2014 has beside the bot.
communication='com\.saabgroup\.safir\.dob\.([A-Z*]|defs)'
theirs=$(LC_ALL=C grep -lE "$communication" $sources /dev/null | grep -v '/TankLogic\.java$')
say_left_out "$theirs" "the contest's program, whose place the kit takes"
replaced=$(replaced_examples "$sources")
say_left_out "$replaced" "the kit's example, which yours replaces"
sources=$(without "$sources" "$(printf '%s\n' "$theirs" "$replaced")")
