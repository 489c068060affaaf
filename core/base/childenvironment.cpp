// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/childenvironment.h"

#include <unistd.h>

namespace podium {

std::vector<QByteArray> environmentForChildren()
{
    std::vector<QByteArray> entries;
    for (char **entry = environ; entry && *entry; ++entry) {
        const QByteArray text(*entry);
        // The file of that name, ..._FILE, may be known: its mode says who reads it.
        if (!text.startsWith("CLOUDSDK_AUTH_ACCESS_TOKEN=")) {
            entries.push_back(text);
        }
    }
    return entries;
}

} // namespace podium
