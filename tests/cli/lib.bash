# lib.bash -- for the tests of the command line: UNO is the program, $work a folder
# of its own. `finish` ends a test.
UNO=$(realpath "${UNO:-build/uno}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
rulesets='official mattel ultimate ultimate-next split-v3 split-arbiter split-duel split-tournament split-speed split-team split-hardcore no-mercy all-wild crazy-eights mau-mau taki ultimate-magic'

pass() { echo "ok $*"; }
fail() {
    echo "not ok $*"
    failures=$((failures + 1))
}

# check NAME COMMAND...: the command must succeed
check() {
    local name=$1
    shift
    if "$@"; then pass "$name"; else fail "$name"; fi
}

# refuse NAME TEXT COMMAND...: status 2, TEXT on stderr, nothing on stdout
refuse() { refuse_with 2 "$@"; }

# refuse_with STATUS NAME TEXT COMMAND...: the same with another status
refuse_with() {
    local expected=$1 name=$2 text=$3 status
    shift 3
    "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    if [ $status = "$expected" ] && [ ! -s "$work/out" ] && grep -qF -- "$text" "$work/err"; then
        pass "$name"
    else
        echo "status $status, expected $expected and '$text', got:"
        cat "$work/out" "$work/err"
        fail "$name"
    fi
}

finish() { exit $((failures > 0)); }
