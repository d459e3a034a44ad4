# The documents of the server say what its program does, and nothing else.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/operations.py"
