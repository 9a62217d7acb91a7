# shellcheck shell=bash
# What the scripts of this folder share. To be sourced, not run: it defines
# functions and two variables and changes nothing.
#
# Environment:
#   SORTED_WINDOW_CACHE  folder for the Debian roots that hold other PostgreSQL
#                        majors; default /var/cache/sorted_window for root,
#                        ~/.cache/sorted_window for anyone else

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [ "$(id -u)" = 0 ]; then
	default_cache=/var/cache/sorted_window
else
	default_cache=$HOME/.cache/sorted_window
fi
cache=${SORTED_WINDOW_CACHE:-$default_cache}

# Progress goes to stderr: stdout belongs to the results.
say()
{
	printf '== %s\n' "$*" >&2
}

die()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# Runs a command as a job of its own process group and returns its status. A
# signal to this script ends the job too; stop_job belongs in the EXIT trap.
job=
run_job()
{
	local status=0
	set -m
	"$@" </dev/null &
	job=$!
	set +m
	wait "$job" || status=$?
	job=
	return "$status"
}

stop_job()
{
	[ -n "$job" ] || return 0
	# Its own user may; as_root gives up where there is no sudo.
	kill -TERM -- "-$job" 2>/dev/null ||
		(as_root kill -TERM -- "-$job") 2>/dev/null || true
	wait "$job" 2>/dev/null || true
	job=
}
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Prints a script's own opening comment.
usage()
{
	sed -n '2,/^$/{s/^# \{0,1\}//p}' "$0"
}

# Runs a command as root: directly, or through sudo for anyone else.
as_root()
{
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo -- "$@"
	else
		die "this needs root, and there is no sudo: $*"
	fi
}

# The suite of Debian that carries a PostgreSQL major; fails when there's none.
debian_suite()
{
	case $1 in
		15) echo bookworm ;;
		17) echo trixie ;;
		18) echo forky ;;
		19) echo sid ;; # with experimental on top
		*) return 1 ;;
	esac
}

# Fetches apt's lists where there are none yet, as on a new machine.
apt_lists()
{
	[ -n "$(apt-cache madison postgresql 2>/dev/null)" ] ||
		as_root apt-get update -q >&2
}

# The address of the Debian mirror that this machine's apt uses.
debian_mirror()
{
	apt_lists
	apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' |
		awk '$1 == "Debian" && !found { print $2; found = 1 }'
}

# Whether a major's development files are installed on this machine. PGXS alone
# doesn't say so: the client's package may bring it, without any header.
has_development_files()
{
	[ -f "/usr/lib/postgresql/$1/lib/pgxs/src/makefiles/pgxs.mk" ] &&
		[ -f "/usr/include/postgresql/$1/server/postgres.h" ]
}

# pack_tree DIR: the folder as a tar archive, without what git or a build leaves
# there. The copy can be changed even if the folder is read-only.
pack_tree()
{
	tar -C "$1" -c --mode=u+w --exclude-vcs --exclude='*.o' --exclude='*.bc' \
		--exclude='*.so' --exclude=./results --exclude=./tmp_check \
		--exclude=./bench/results .
}

# The folder of a major that is installed on this machine; fails when the
# server or its development files are missing.
local_bindir()
{
	local dir=/usr/lib/postgresql/$1/bin
	[ -x "$dir/postgres" ] && has_development_files "$1" && echo "$dir"
}

# Whether this distribution has a package of a major.
distribution_has()
{
	command -v apt-cache >/dev/null && apt_lists &&
		[ -n "$(apt-cache madison "postgresql-$1" 2>/dev/null)" ]
}

# Every major that is installed on this machine, oldest first.
local_majors()
{
	local dir
	for dir in /usr/lib/postgresql/*/; do
		dir=$(basename "$dir")
		! local_bindir "$dir" >/dev/null || echo "$dir"
	done | sort -n
}

# The majors to be tested where none are named otherwise: those of PG_VERSIONS,
# or those installed here, or the distribution's own, which is installed then.
wanted_majors()
{
	if [ -n "${PG_VERSIONS-}" ]; then
		echo "$PG_VERSIONS"
		return
	fi
	[ -n "$(local_majors)" ] || "$top/script/install-packages" >&2 || return
	local_majors
}

# What a command gets to see of the caller's environment: nothing of it, so
# that no PGOPTIONS or MAKEFLAGS of the caller's changes a result.
clean_env=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
	LANG=C.UTF-8 HOME=/tmp)

# Runs a command inside a Debian root: in_root ROOT USER COMMAND...
# /proc and /dev/shm are mounted in a mount namespace of the command's own: the
# kernel undoes them with the last process in it, whatever way that ends.
in_root()
{
	local vars=("${clean_env[@]}") name
	for name in http_proxy https_proxy no_proxy; do
		vars+=("$name=${!name-}")
	done
	as_root unshare --mount --propagation private bash -euc '
		root=$1 user=$2
		mount -t proc proc "$root/proc"
		mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
		exec chroot --userspec="$user:$user" "$root" env -i "${@:3}"
		' in_root "$1" "$2" "${vars[@]}" "${@:3}"
}

# Who may write to the cache folder, which another call may have made as root.
as_cache_owner()
{
	if [ -w "$cache" ]; then
		"$@"
	else
		as_root "$@"
	fi
}
