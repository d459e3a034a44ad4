# Killed at any moment under load: nothing that was told is lost. KILLS: how often.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/kill.py" "${KILLS:-5}"
