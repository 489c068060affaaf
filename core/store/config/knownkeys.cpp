// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/config/knownkeys.h"

#include "core/base/nearestword.h"

namespace podium::store {

QString
unknownKeyIn(const nlohmann::ordered_json &object, const QStringList &known, const QString &where)
{
    for (const auto &item : object.items()) {
        const QString key = QString::fromStdString(item.key());
        if (!known.contains(key)) {
            const QString place = where.isEmpty() ? QString() : QStringLiteral(" in ") + where;
            return QStringLiteral("\"%1\"%2 is not a setting.").arg(key, place) +
                   didYouMean(key, known);
        }
    }
    return {};
}

} // namespace podium::store
