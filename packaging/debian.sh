# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Sourced by ./package and what checks it: the .deb files from the working tree.

# A copy of the tree, as it is in the working copy, with the packaging where Debian's tools look.
source_copy() { # FOLDER
    mkdir -p "$1"
    # What was unpacked below somebody's own repository is none of its files.
    if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$PWD" ]; then
        git ls-files -z --cached --others --exclude-standard |
            while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
            tar -c --null -T - | tar -x -C "$1"
    else
        tar -c --exclude=./build --exclude=./.git . | tar -x -C "$1"
    fi
    mv "$1/packaging/debian" "$1/debian"
    chmod -R go=u-w "$1"
}

# The packages, their source and the log of the build. Without the network, where that can be cut.
build_packages() { # OUT
    local out=$1 version work offline=()
    need_space "$PWD" 2000
    version=$(sed -n '1s/.*(\(.*\)).*/\1/p' packaging/debian/changelog)
    work=$out/work
    rm -rf "$out"
    source_copy "$work/podium-$version"
    if unshare --user --map-current-user --net true 2>/dev/null; then
        offline=(unshare --user --map-current-user --net)
    else
        say "The network stays on while they are built: this machine does not let unshare cut it off."
    fi
    (cd "$work/podium-$version" && "${offline[@]}" dpkg-buildpackage -us -uc "-j$(nproc)") \
        >"$out/build.log" 2>&1 || {
        grep -E 'error:|undefined reference|dpkg-.*: error' -A3 "$out/build.log" | tail -n 30 >&2 ||
            tail -n 20 "$out/build.log" >&2
        die "the packages could not be built (whole log: $out/build.log)"
    }
    find "$work" -maxdepth 1 -type f -exec mv -t "$out" {} +
    rm -rf "$work"
}
