# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Whether ClusterShell is there, and which.
if have clush; then
    say clush "$(clush --version 2>&1 | head -n 1)"
else
    say clush
fi
