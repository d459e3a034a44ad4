#!/bin/bash
# install.sh -- what `make install` puts down is complete and can be used: a
# program built with the installed header, library and pkg-config file runs.
set -eu
cd "$(dirname "$0")/.."
stage=$PWD/build/stage
rm -rf "$stage"
make --no-print-directory install PREFIX=/usr DESTDIR="$stage" >/dev/null

for file in bin/uno lib/libuno.so lib/libuno.a include/uno.h lib/pkgconfig/uno.pc share/man/man1/uno.1 \
    share/bash-completion/completions/uno share/uno/rulesets/official.ini; do
    [ -s "$stage/usr/$file" ] || { echo "not ok install: $file is missing"; exit 1; }
done
for file in docs/*.md examples/* python/examples/*.py; do
    cmp -s "$file" "$stage/usr/share/doc/uno/$file" || { echo "not ok install: share/doc/uno/$file is missing"; exit 1; }
done
[ -x "$stage/usr/share/doc/uno/examples/bot.py" ] || { echo "not ok install: the example bot cannot be run"; exit 1; }
echo "ok install: all files are there"

export PKG_CONFIG_PATH=$stage/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$stage
for linking in "$(pkg-config --libs uno)" "$stage/usr/lib/libuno.a -linih"; do
    # shellcheck disable=SC2046,SC2086  # flags are words
    gcc -std=c17 -Wall -Wextra -Werror $(pkg-config --cflags uno) -o build/stage/first-game tests/install/first_game.c $linking
    LD_LIBRARY_PATH=$stage/usr/lib build/stage/first-game
    # shellcheck disable=SC2046,SC2086
    gcc -std=c17 -Wall -Wextra -Werror $(pkg-config --cflags uno) -o build/stage/look-ahead tests/install/look_ahead.c $linking
    LD_LIBRARY_PATH=$stage/usr/lib build/stage/look-ahead
done
echo "ok install: a program uses the library"

package=$stage/usr/lib/python3/dist-packages
[ -s "$package/uno/__init__.py" ] || { echo "not ok install: the Python package is missing"; exit 1; }
found=$(cd / && env -u UNO_LIBRARY PYTHONPATH="$package" python3 -B -c 'import uno; print(uno.library_path, uno.Game(seed=1).phase)')
[ "$found" = "$stage/usr/lib/libuno.so.0 turn" ] || { echo "not ok install: Python found '$found'"; exit 1; }
echo "ok install: Python finds the library"
