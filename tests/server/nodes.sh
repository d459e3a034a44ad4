# Several servers on one PostgreSQL.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/nodes.py" ${ROUNDS:-6} ${SEED:-}
