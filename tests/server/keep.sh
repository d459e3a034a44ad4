# How long a server keeps what nobody needs any more: logs of closed tables and keys that have expired go, records stay.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/keep.py"
