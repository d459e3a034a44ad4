#!/bin/bash
# python.sh [LIBRARY] [WORD] -- the tests of the Python package against LIBRARY
# (default build/libuno.so), with the first Python that has numpy.
cd "$(dirname "$0")/.." || exit 2
UNO_LIBRARY=$(realpath "${1:-build/libuno.so}")
export UNO_LIBRARY PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
python=$(tools/python) || exit 1
exec "$python" -W error python/tests "${@:2}"
