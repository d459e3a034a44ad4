# What is refused, while a game beside it goes on.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/abuse.py"
