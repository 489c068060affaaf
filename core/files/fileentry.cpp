// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fileentry.h"

#include "core/ssh/plaintext.h"

namespace podium::files {

QString shownPath(const QByteArray &path)
{
    return ssh::plainText(path);
}

} // namespace podium::files
