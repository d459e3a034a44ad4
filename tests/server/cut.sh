# Several servers on one PostgreSQL, while the connections between a server and the database are cut. ROUNDS: how often.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/campaign.py" cut ${ROUNDS:-10} ${SEED:-}
