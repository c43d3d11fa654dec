#!/bin/sh
# Install Sobremesa from this source tree into a folder of its own: deploy/install.sh /opt/sobremesa
# Only Python 3.11 or newer is needed (PYTHON names another one); every package is checked against its hash.
set -eu

target=${1:?"usage: deploy/install.sh FOLDER"}
source=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)

"${PYTHON:-python3}" -m venv "$target"
pip() { "$target/bin/python" -m pip --quiet --disable-pip-version-check --no-input "$@"; }
pip install --require-hashes -r "$source/requirements/build.txt" -r "$source/requirements/base.txt"

# It is built from a copy, so that the source may be read-only and stays as it is.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R "$source/pyproject.toml" "$source/README.md" "$source/LICENSE" "$source/src" "$copy"
pip install --no-deps --no-build-isolation "$copy"
"$target/bin/sobremesa" --version
