# The server on PostgreSQL.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/postgres.py"
