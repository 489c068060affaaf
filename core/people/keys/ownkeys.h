// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/keys/publickey.h"

#include <QList>
#include <QStringList>

namespace podium::people {

/// The public halves of these identity files, as far as they can be read without a passphrase:
/// from FILE.pub, or the file itself. Those of an agent are not among them; where none is known,
/// nothing is taken from the account that Podium itself uses. Reads files.
[[nodiscard]] QList<PublicKey> ownPublicKeys(const QStringList &identityFiles);

} // namespace podium::people
