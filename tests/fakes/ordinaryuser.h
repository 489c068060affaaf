// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace podium::tests {

/// What goes before a program of root's so that it runs as an account that is there in the mounts
/// of that one program only, with ids of its own for namespaces; its files go into `folder`. Empty
/// where this cannot be had (not root, no uidmap), with the reason in `why`.
[[nodiscard]] QStringList ordinaryUserWrapper(const QString &folder, QString &why);

} // namespace podium::tests
