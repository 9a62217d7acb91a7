# shellcheck shell=bash disable=SC2154 # top is set by common.sh
# What check-broken and check-planted share: each builds the extension with
# patches that break something, and has a check fail that a sound build passes.
# To be sourced after common.sh; sources verdicts.sh.
#
# A patch begins with what it breaks, and has a line "Caught by: KIND NAME".
# The caller defines what that means:
#
#   judge LOG KIND NAME   runs the check on $work/tree, prints to LOG and sets
#                         verdict to "sound", "caught" or "none", when the
#                         check came to no verdict

. "$top/script/verdicts.sh"
work=

clean_up()
{
	stop_job
	[ -z "$work" ] || rm -rf "$work"
}
trap clean_up EXIT

# fresh_tree: this tree without what a build leaves, as $work/tree.
fresh_tree()
{
	rm -rf "$work/tree"
	mkdir "$work/tree"
	pack_tree "$top" | tar -C "$work/tree" -x
}

# checks_of PATCH...: the checks that they name, each once.
checks_of()
{
	sed -n 's/^Caught by: //p' "$@" | sort -u
}

# try_sound PATCH...: whether a sound build passes the checks of the patches,
# so that failing them says something. Sets sound[KIND NAME] for those.
declare -A sound=()
try_sound()
{
	local kind name log verdict
	fresh_tree
	while read -r kind name; do
		log=$out/sound_${kind}_${name//\//_}.log
		judge "$log" "$kind" "$name"
		if [ "$verdict" = sound ]; then
			sound["$kind $name"]=yes
			pass "a sound build passes $kind $name"
		else
			fail "a sound build fails $kind $name" "$log" 20
		fi
	done < <(checks_of "$@")
}

# try_patch PATCH: whether what it breaks is caught. Where the check fails on a
# sound build there is nothing to be said.
try_patch()
{
	local name kind check log verdict
	name=$(basename "$1" .patch)
	log=$out/$name.log
	read -r kind check < <(checks_of "$1") ||
		{ fail "$name names no check"; return; }
	[ -n "${sound["$kind $check"]-}" ] || return 0
	fresh_tree
	if ! patch -s --fuzz=0 -d "$work/tree" -p0 <"$1" >"$log" 2>&1; then
		fail "$name does not apply" "$log" 20
		return
	fi
	judge "$log" "$kind" "$check"
	case $verdict in
		caught) pass "$name is caught by $kind $check" ;;
		sound) fail "$name is NOT caught by $kind $check" "$log" 20 ;;
		*) fail "$name: $kind $check came to no verdict" "$log" 20 ;;
	esac
}

# try_patches DIR [NAME...]: the named patches of a folder, or all of them. What
# each check printed is left in tmp_check, in a folder of the same name.
try_patches()
{
	local dir=$1 patches=() name patch
	for name in "${@:2}"; do
		patches+=("$dir/$name.patch")
	done
	[ $# -gt 1 ] || patches=("$dir"/*.patch)
	out=$top/tmp_check/$(basename "$dir")
	rm -rf "$out"
	mkdir -p "$out"
	work=$(mktemp -d -t sorted_window.XXXXXX)
	chmod 755 "$work"
	try_sound "${patches[@]}"
	for patch in "${patches[@]}"; do
		try_patch "$patch"
	done
	conclude
}
