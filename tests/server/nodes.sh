# Several servers on one PostgreSQL, while servers are killed, stand still, end in order. ROUNDS: how often.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/campaign.py" kill,pause,restart ${ROUNDS:-6} ${SEED:-}
