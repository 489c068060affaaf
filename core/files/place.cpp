// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/place.h"

#include "core/files/fileentry.h"

#include <QRegularExpression>

namespace podium::files {

namespace {

bool namesWorkers(const QByteArray &word)
{
    static const QRegularExpression workers(
        QStringLiteral(R"(\A(all|[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)\z)"));
    return workers.match(QString::fromLatin1(word)).hasMatch();
}

} // namespace

Result<Place> parsePlace(const QByteArray &typed)
{
    const int first = typed.indexOf(':');
    const QByteArray behind = typed.mid(first + 1);
    if (first <= 0) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("\"%1\" names no workers.").arg(shownPath(typed)),
             {},
             QStringLiteral("Say TARGET:DIR, such as pod-v4:data, or pod-v4:0: for a home.")});
    }
    if (namesWorkers(behind)) {
        const QString shown = shownPath(typed);
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("\"%1\" could mean a folder or workers.").arg(shown),
             {},
             QStringLiteral("Say %1: for the home of these workers, or %2:./%3 for the folder.")
                 .arg(shown, shownPath(typed.left(first)), shownPath(behind))});
    }
    const int second = behind.indexOf(':');
    const bool hasWorkers = second >= 0 && namesWorkers(behind.left(second));
    const int end = hasWorkers ? first + 1 + second : first;
    return Place{QString::fromUtf8(typed.left(end)), typed.mid(end + 1)};
}

} // namespace podium::files
