# shellcheck shell=bash disable=SC2154 # top is set by common.sh
# How the checks of this folder count, and what they end with. To be sourced;
# then passed and failed are 0, and:
#
#   pass NAME, fail NAME [FILE [LINES]]   one thing that was checked
#   add_counts WHAT DIR                   what another program counted
#   conclude                              the last line of a check
#   crashes LOG                           what brought server processes down
#
# A check whose inner half runs beside the server (with-postgres) gets to know
# the counts of that half through a file. The inner half calls
#
#   inner_half                            first of all
#   server_log                            when all is done
#
# and ends with complete=yes.

passed=0
failed=0

pass()
{
	passed=$((passed + 1))
	printf 'ok    %s\n' "$1"
}

# FILE says why: a few hundred lines of it are shown, or the last LINES.
fail()
{
	failed=$((failed + 1))
	printf 'FAIL  %s\n' "$1"
	if [ -n "${3-}" ]; then
		tail -n "$3" "$2" | sed 's/^/      /'
	elif [ -n "${2-}" ]; then
		head -n 300 "$2" | sed 's/^/      /'
	fi
}

# DIR is the folder that an inner half left. A build or a server that failed
# has left no counts there: one failure.
add_counts()
{
	local p f
	read -r p f < <(cat "$2/counts" 2>/dev/null || echo 0 1)
	printf '%s: %d passed, %d failed\n' "$1" "$p" "$f"
	passed=$((passed + p))
	failed=$((failed + f))
}

# The status is that of the whole check: one that checked nothing has failed.
conclude()
{
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

# Prints the lines of a server's log that tell of a process that went down;
# fails when there are none.
crashes()
{
	grep -E 'PANIC|was terminated by signal|TRAP:' "$1"
}

# Sets out, the folder of what is left behind, and log, the server's. When the
# script ends, for whatever reason, the log and the counts are in out.
inner_half()
{
	out=$top/tmp_check/out
	log=$(dirname "$top")/server.log
	complete=no
	mkdir -p "$out"
	trap leave_counts EXIT
}

leave_counts()
{
	stop_job
	[ "$complete" = yes ] || fail "the suite itself broke off"
	cp "$log" "$out"
	echo "$passed $failed" >"$out/counts"
}

server_log()
{
	! crashes "$log" >"$out/crashes" ||
		fail "the server crashed" "$out/crashes"
}
