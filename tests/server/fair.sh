# Fair deals: commitments, the seal, seeds that come late, false or never; and an operator who would like to choose.
exec "$("$(dirname "$0")/python")" -B "$(dirname "$0")/fair.py"
