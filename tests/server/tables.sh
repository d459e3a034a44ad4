# Tables: reconnecting, devices, seats, clocks, votes, chat, clubs, programs.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/tables.py"
