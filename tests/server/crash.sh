# Several servers on one PostgreSQL, while the database is killed, and started again. ROUNDS: how often.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/campaign.py" crash ${ROUNDS:-4} ${SEED:-}
