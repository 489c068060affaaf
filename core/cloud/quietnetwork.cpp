// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/quietnetwork.h"

#include <QCoreApplication>
#include <QNetworkAccessManager>
#include <QScopeGuard>

namespace podium::cloud {

std::unique_ptr<QNetworkAccessManager> quietNetwork()
{
    // No switch turns them off: they are not found.
    const auto restore = qScopeGuard(
        [paths = QCoreApplication::libraryPaths()] { QCoreApplication::setLibraryPaths(paths); });
    QCoreApplication::setLibraryPaths({});
    return std::make_unique<QNetworkAccessManager>();
}

} // namespace podium::cloud
