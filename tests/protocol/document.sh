# docs/bot-protocol.md tells the truth.
. "$(dirname "$0")/../cli/lib.bash"
cd "$(dirname "$0")/../.." || exit 2
tests/protocol/document.py "$UNO" "$work" || failures=1
finish
