# The verifier of the examples, which knows nothing of ours, agrees with the library on whole games and on forged ones.
set -e
exec python3 -B "$(dirname "$0")/verifier.py" "$UNO" "${GAMES:-300}"
