# Events on a server that is killed in their midst: whatever anybody was told is there again.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/events.py"
