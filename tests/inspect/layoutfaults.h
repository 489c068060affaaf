// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QWidget;

namespace podium::tests {

/// What has no room in what is visible of `root`, each in a sentence: text that is cut and neither
/// wraps nor has a tooltip, and controls that reach out of their page where no scroll bar can bring
/// them into view.
[[nodiscard]] QStringList layoutFaults(const QWidget &root);

/// Where the window's picture is not what it would paint anew: a part was forgotten, or something
/// was left behind. Empty: nowhere.
[[nodiscard]] QString stalePixels(QWidget &window);

} // namespace podium::tests
