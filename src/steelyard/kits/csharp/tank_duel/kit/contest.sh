# For build.sh: what a contestant's folder of 2014 has beside the bot.
communication='Safir\.Dob\.(Connection|Dispatcher|StopHandler|Entity|ResponseSender)|using[ 	]+Safir\.Dob[ 	]*;'
theirs=$(LC_ALL=C grep -lE "$communication" $sources /dev/null | grep -v '/TankLogic\.cs$')
say_left_out "$theirs" "the contest's program, whose place the kit takes"
project=$(printf '%s\n' "$sources" | grep -E '/(AssemblyInfo|[^/]*AssemblyAttributes|[^/]*\.g|[^/]*\.Designer)\.cs$')
say_left_out "$project" "a file of the project"
replaced=$(replaced_examples "$sources")
say_left_out "$replaced" "the kit's example, which yours replaces"
sources=$(without "$sources" "$(printf '%s\n' "$theirs" "$project" "$replaced")")
