// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLocale>
#include <QStringList>

namespace podium::app {

/// Where podium_LANGUAGE.qm may lie: beside the program that was built, and where it is installed.
[[nodiscard]] QStringList translationFolders();

/// Shows the window in the first of the locale's languages that one of the folders has; Qt's own
/// texts (its dialogs) with it, so that there are never two languages. Whether there is one;
/// English is the language of the sources. After the application was made, before any widget.
bool installTranslation(const QLocale &locale, const QStringList &folders);

} // namespace podium::app
