// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/roster/desiredstate.h"

#include <QByteArray>
#include <QList>

#include <vector>

namespace podium::people {

/// What the worker's script reads after itself: lines of data, as of remote::dataLine(). The script
/// checks all of it again. No text here has a line break: keys, texts and names were judged before.

/// An account as it should be; `drops`: keys to take out wherever they stand in its file, as they
/// stand there (KeyLine::base64).
[[nodiscard]] QByteArray accountData(const DesiredAccount &account, const QList<QByteArray> &drops);

/// An account that should no longer let its person in.
[[nodiscard]] QByteArray
leaveData(const UserName &login, const Offboarding &offboarding, const QList<QByteArray> &drops);

/// The whole, for applyInput(). `ownKeys`: with which Podium itself logs in.
[[nodiscard]] QByteArray
workerData(const QList<PublicKey> &ownKeys, const QList<QByteArray> &accounts);

} // namespace podium::people
