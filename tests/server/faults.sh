# Disks, files, ports, certificates and signals that fail.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/faults.py"
