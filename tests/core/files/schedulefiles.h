// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QMap>
#include <QSet>
#include <QTest>

#include <random>

namespace podium::tests {

using Random = std::mt19937;
inline int below(Random &random, int limit)
{
    return int(random() % quint32(limit));
}

/// Trees that are copied and change meanwhile, and every content that a file of them ever had.
class ScheduleFiles final
{
public:
    static constexpr int Files = 14;
    static constexpr int LeastLarge = 4'000'000;
    static constexpr int MostLarge = 8'000'000;

    explicit ScheduleFiles(Random &random) : m_random(random) {}

    static QString nameOf(int index)
    {
        return index % 3 == 0 ? QStringLiteral("f%1").arg(index)
                              : QStringLiteral("d%1/e/f%2").arg(index % 4).arg(index);
    }
    /// Each with a chance; `isOld`: what somebody had copied before.
    void fill(const QString &tree, int percent)
    {
        for (int i = 0; i < Files; ++i) {
            if (below(m_random, 100) < percent) {
                write(tree, nameOf(i));
            }
        }
        QDir().mkpath(tree);
    }
    /// As an editor does it, in place, or away.
    void change(const QString &tree)
    {
        const QString name = nameOf(below(m_random, Files));
        const int how = below(m_random, 4);
        if (how == 0) {
            QFile::remove(tree + '/' + name);
            return;
        }
        write(tree, name, how == 1);
    }
    /// By path, the sha256 of each file; what is on its way is left out.
    [[nodiscard]] static QMap<QString, QByteArray> sumsOf(const QString &tree)
    {
        QMap<QString, QByteArray> sums;
        QDirIterator all(
            tree, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            const QString path = all.next();
            QFile file(path);
            if (!path.contains(QLatin1String("/.podium-copy-")) && file.open(QIODevice::ReadOnly)) {
                sums[QDir(tree).relativeFilePath(path)] =
                    QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256);
            }
        }
        return sums;
    }
    /// Nothing below its final name that no such file has ever been.
    void checkNothingIsTorn(const QString &tree) const
    {
        const auto sums = sumsOf(tree);
        for (auto it = sums.begin(); it != sums.end(); ++it) {
            QVERIFY2(m_known[it.key()].contains(it.value()), qPrintable(tree + '/' + it.key()));
        }
    }

private:
    /// Mostly small; of one in twenty a part is kept where it is cut behind its first 4 MB.
    [[nodiscard]] int size()
    {
        const int kind = below(m_random, 20);
        return kind == 0  ? LeastLarge + below(m_random, MostLarge - LeastLarge)
               : kind < 5 ? below(m_random, 400'000)
                          : below(m_random, 9000);
    }
    void write(const QString &tree, const QString &name, bool isInPlace = false)
    {
        QByteArray bytes(size(), Qt::Uninitialized);
        for (char &each : bytes) {
            each = char(m_random());
        }
        const QString path = tree + '/' + name;
        QDir().mkpath(QFileInfo(path).path());
        QFile file(isInPlace ? path : tree + "/../new");
        [&] { QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)); }();
        m_known[name].insert(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256));
        m_known[name].insert(QCryptographicHash::hash({}, QCryptographicHash::Sha256));
        file.write(bytes);
        file.close();
        if (!isInPlace) {
            QFile::remove(path);
            [&] { QVERIFY(QFile::rename(file.fileName(), path)); }();
        }
    }

    Random &m_random;
    QHash<QString, QSet<QByteArray>> m_known;
};

} // namespace podium::tests
