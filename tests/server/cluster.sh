# Several servers behind nginx, as `make cluster` starts them.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/cluster.py"
