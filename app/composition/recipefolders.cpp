// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/recipefolders.h"

#include <QDir>

namespace podium::app {

recipe::RecipeFolders recipeFolders(const Paths &paths, const QStringList &furtherFolders)
{
    QStringList further;
    for (const QString &folder : furtherFolders) {
        const QString whole =
            folder.startsWith(QLatin1String("~/")) ? paths.home + folder.mid(1) : folder;
        const QString clean = QDir::cleanPath(whole);
        if (!further.contains(clean)) {
            further << clean;
        }
    }
    return {paths.configDir + QStringLiteral("/recipes"), further};
}

} // namespace podium::app
