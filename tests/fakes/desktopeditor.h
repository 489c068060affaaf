// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDesktopServices>
#include <QObject>
#include <QString>

namespace podium::tests {

/// Stands for the desktop's editor while it lives: what is opened is told to takeUrl(QUrl), a slot
/// of `test`.
class DesktopEditor final
{
public:
    explicit DesktopEditor(QObject &test)
    {
        QDesktopServices::setUrlHandler(QStringLiteral("file"), &test, "takeUrl");
    }
    ~DesktopEditor() { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }
    DesktopEditor(const DesktopEditor &) = delete;
    DesktopEditor &operator=(const DesktopEditor &) = delete;
};

} // namespace podium::tests
