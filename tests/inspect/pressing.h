// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QAbstractButton;
class QMenu;

namespace podium::tests {

/// The menu that the button opens, or null.
[[nodiscard]] QMenu *menuOf(const QAbstractButton &button);

/// Of one that Tab does not come to: whether keys do the same where the keyboard can be, as arrows
/// go to the others of several, Delete in what it is a part of, or a shortcut in its field.
[[nodiscard]] bool hasKeysElsewhere(const QAbstractButton &button);

/// Presses the button by the keyboard, as far as can be without doing what it does: Space takes it
/// down. A menu is opened, by Space or, where that presses the button, by Down, and the arrows come
/// to each of its actions that is enabled. What does not work, each in a sentence.
[[nodiscard]] QStringList keyboardFaults(QAbstractButton &button);

} // namespace podium::tests
