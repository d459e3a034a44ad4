# People at several servers of one database at the same moment.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/together.py" ${ROUNDS:-6}
