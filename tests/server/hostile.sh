# What a server says cannot harm the terminal of whoever plays there.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/hostile.py"
