# A short siege: no honest player is refused or cut off, nothing that was told is lost, memory stays within bounds.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/../../bench/server/siege/run" "${UNO%/*}" 200 3 1
