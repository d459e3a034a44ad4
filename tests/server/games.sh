# Whole games of every ruleset over the network.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/games.py"
