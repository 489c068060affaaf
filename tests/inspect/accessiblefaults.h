// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QWidget;

namespace podium::tests {

/// What a screen reader would stumble over in what is visible of `root`, each in a sentence: a
/// control without a name, with a role that is not its own, with HTML in a text, or that does not
/// act on what a screen reader does to it (it toggles, presses and sets text; it neither clicks nor
/// types); a label whose name is read in place of its text. Nothing is done to the controls.
[[nodiscard]] QStringList accessibleFaults(QWidget &root);

} // namespace podium::tests
