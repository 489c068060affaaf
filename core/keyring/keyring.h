// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"

#include <QString>

namespace podium {

/// Keeps a key's passphrase in the desktop's keyring (Secret Service or KWallet), under the path of
/// the key, as of the program "Podium". Fails where no keyring runs: it is never written anywhere
/// else. Asynchronous, over the session's D-Bus; the keyring may ask the person to unlock it.
void keepPassphrase(const QString &keyPath, const QString &passphrase, Callback<Result<>> done);

} // namespace podium
