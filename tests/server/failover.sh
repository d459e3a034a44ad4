# Several servers on one PostgreSQL, while the primary of the database is killed for good, its standby takes over. ROUNDS: how often.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/campaign.py" failover ${ROUNDS:-2} ${SEED:-}
