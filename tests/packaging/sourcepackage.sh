#!/bin/bash
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# sourcepackage.sh ROOT: fails where what the Debian packages are made from cannot be configured.
set -euo pipefail
cd "$1"
. packaging/setup.sh
. packaging/debian.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
source_copy "$scratch/source"
[ -e "$scratch/source/debian/control" ] || die "the source has no debian/control"
cmake -S "$scratch/source" -B "$scratch/build" -G Ninja -DPODIUM_TESTS=OFF
