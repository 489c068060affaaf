// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <QWidget>

namespace podium::tests {

/// Class and accessible name, for what a failing test says.
[[nodiscard]] QString describe(const QWidget *widget);

/// Whom Tab has to come to in `page`, in no order: all that can be used, of several of which one is
/// on that one, and no parts of other fields.
[[nodiscard]] QVector<QWidget *> tabStops(const QWidget &page);

/// Who has the keyboard while `key` (Tab or Backtab) is pressed again and again.
struct TabWalk
{
    QVector<QWidget *> stops; ///< each once, from where it began
    QWidget *end = nullptr;   ///< whoever would be there a second time: the first, if all is well
    QStringList unseen;       ///< stops at which nobody sees that the keyboard is there, and why
};

/// From `first`, which gets the keyboard as by Tab. With `looks` the pictures of each stop with and
/// without the keyboard are compared: enough of it must change, by a contrast of 3 : 1.
[[nodiscard]] TabWalk walkTabs(QWidget &first, Qt::Key key, bool looks = false);

} // namespace podium::tests
