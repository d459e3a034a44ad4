# A site from SQLite to PostgreSQL and back.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/migrate.py"
