# What is on the wire, byte by byte: requests, frames, proxies, names, the operator's socket.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/wire.py"
