# One event at several servers, which are killed and stand still.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/halls.py" ${ROUNDS:-4}
