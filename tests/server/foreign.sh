# Ids, seats, tables, clubs and tokens of others, in every message and every request.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/foreign.py"
