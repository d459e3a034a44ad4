# Several servers on one PostgreSQL, while the clocks of the servers are hours apart, and jump. ROUNDS: how often.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/campaign.py" clock ${ROUNDS:-4} ${SEED:-}
