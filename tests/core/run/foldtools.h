// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>

#include <optional>
#include <vector>

/// Folding by the tools that people have: dshbak -c of pdsh, clubak -b of ClusterShell.
namespace podium::tests {

using HostGroups = QSet<QSet<int>>;

/// A line of a host's output as these tools read it.
inline QByteArray ofHost(int host, const QByteArray &line)
{
    return "h" + QByteArray::number(host).rightJustified(4, '0') + ": " + line;
}

/// "h[0000-0003,0700] (5)" → 0, 1, 2, 3, 700.
inline QSet<int> hostsIn(const QString &header)
{
    static const QRegularExpression range(QStringLiteral("(\\d+)(?:-(\\d+))?"));
    QSet<int> hosts;
    for (auto matches = range.globalMatch(header.section(QLatin1String(" ("), 0, 0));
         matches.hasNext();) {
        const auto match = matches.next();
        const int first = match.captured(1).toInt();
        const int last = match.captured(2).isEmpty() ? first : match.captured(2).toInt();
        for (int host = first; host <= last; ++host) {
            hosts << host;
        }
    }
    return hosts;
}

/// From what they print: the hosts between two rulers, and below them their text.
inline HostGroups groupsIn(const QByteArray &printed)
{
    HostGroups groups;
    const QStringList lines = QString::fromUtf8(printed).split(QLatin1Char('\n'));
    const auto isRuler = [](const QString &line) {
        return line.startsWith(QLatin1String("---------------"));
    };
    for (int i = 2; i < lines.size(); ++i) {
        if (isRuler(lines[i - 2]) && isRuler(lines[i])) {
            groups << hostsIn(lines[i - 1]);
            i += 2; // this ruler begins a text, of at least one line
        }
    }
    return groups;
}

inline HostGroups asSets(const std::vector<QVector<int>> &groups)
{
    HostGroups sets;
    for (const QVector<int> &group : groups) {
        sets << QSet<int>(group.begin(), group.end());
    }
    return sets;
}

/// What a tool prints of a text; nothing where it is not installed.
inline std::optional<QByteArray>
foldedBy(const QString &tool, const QString &option, const QByteArray &text)
{
    const QString program = QStandardPaths::findExecutable(tool);
    if (program.isEmpty()) {
        return std::nullopt;
    }
    QProcess process;
    process.start(program, {option});
    process.write(text);
    process.closeWriteChannel();
    return process.waitForFinished(-1) && process.exitCode() == 0 ? process.readAllStandardOutput()
                                                                  : QByteArray();
}

} // namespace podium::tests
