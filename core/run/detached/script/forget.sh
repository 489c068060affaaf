# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# stdin: id. What still runs is not forgotten.
readId
cd "$podium_base/$podium_id" 2>/dev/null || exit 0
if starting || alive; then
    echo "It still runs." >&2
    exit 1
fi
cd .. && rm -rf "./$podium_id"
