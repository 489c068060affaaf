// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/writer/versions.h"

#include "core/base/files.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace podium::sshconfig {

namespace {

const std::array<QString, 3> &fileNames()
{
    static const std::array<QString, 3> names = {
        QStringLiteral("podium_config"), QStringLiteral("podium_known_hosts"),
        QStringLiteral("config")};
    return names;
}

QString aboutFile(const QString &folder)
{
    return folder + QStringLiteral("/about.json");
}

QString releasedKey()
{
    return QStringLiteral("released");
}

QJsonObject readAbout(const QString &folder)
{
    const auto bytes = readFile(aboutFile(folder));
    return bytes ? QJsonDocument::fromJson(*bytes).object() : QJsonObject();
}

QString fingerprint(const DiskFile &file)
{
    return file.exists
               ? QString::fromLatin1(
                     QCryptographicHash::hash(file.bytes, QCryptographicHash::Sha256).toHex())
               : QString();
}

FileContents contentsOf(const FileStates &states)
{
    const auto bytes = [](const DiskFile &file) {
        return file.exists ? std::optional<QByteArray>(file.bytes) : std::nullopt;
    };
    return {bytes(states.generated), bytes(states.knownHosts), bytes(states.own.main)};
}

Result<FileContents> contentsOf(const QString &folder)
{
    FileContents contents;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        auto bytes = readFile(folder + QLatin1Char('/') + fileNames()[i]);
        if (bytes) {
            contents[i] = std::move(*bytes);
        } else if (bytes.error().kind != ErrorKind::NotFound) {
            return failure(bytes.error());
        }
    }
    return contents;
}

Error notFound(const QString &summary)
{
    return {ErrorKind::NotFound, summary};
}

Result<> writeVersion(
    const QString &folder, const FileStates &states, const QString &reason, const QDateTime &now)
{
    const std::array<const DiskFile *, 3> files = {
        &states.generated, &states.knownHosts, &states.own.main};
    for (std::size_t i = 0; i < files.size(); ++i) {
        const QString path = folder + QLatin1Char('/') + fileNames()[i];
        if (files[i]->exists) {
            if (auto written = writeFileAtomically(path, files[i]->bytes, 0600); !written) {
                return written;
            }
        }
    }
    const QJsonObject about{
        {QStringLiteral("time"), now.toUTC().toString(Qt::ISODateWithMs)},
        {QStringLiteral("reason"), reason},
        {QStringLiteral("bytes"), states.own.main.bytes.size()},
        {QStringLiteral("config"), fingerprint(states.own.main)}};
    return writeFileAtomically(aboutFile(folder), QJsonDocument(about).toJson(), 0600);
}

} // namespace

Versions::Versions(const Paths &paths)
    : m_folder(paths.podiumSshDir() + QStringLiteral("/.versions"))
{}

QString Versions::folderOf(int number) const
{
    return QStringLiteral("%1/%2").arg(
        m_folder, QString::number(number).rightJustified(6, QLatin1Char('0')));
}

std::vector<int> Versions::numbers() const
{
    std::vector<int> numbers;
    for (const QString &name : QDir(m_folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const int number = name.toInt();
        if (number > 0 && folderOf(number) == m_folder + QLatin1Char('/') + name) {
            numbers.push_back(number);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

Result<int>
Versions::keep(const FileStates &states, const QString &reason, const QDateTime &now) const
{
    const std::vector<int> kept = numbers();
    const int number = kept.empty() ? 1 : kept.back() + 1;
    // Made under another name and then renamed: a version is there whole or not at all.
    const QString unfinished = orphansFolder();
    removeOrphan();
    if (auto made = makePrivateFolder(unfinished); !made) {
        return failure(made.error());
    }
    auto written = writeVersion(unfinished, states, reason, now);
    if (written && ::rename(
                       QFile::encodeName(unfinished).constData(),
                       QFile::encodeName(folderOf(number)).constData()) != 0) {
        written = failure(ioError(QStringLiteral("make"), folderOf(number), errno));
    }
    if (!written) {
        removeOrphan();
        return failure(written.error());
    }
    (void)syncFolder(m_folder); // it must not be lost where what comes after it is not
    prune();
    return number;
}

QString Versions::orphansFolder() const
{
    return m_folder + QStringLiteral("/.unfinished");
}

bool Versions::hasOrphans() const
{
    return QFileInfo::exists(orphansFolder());
}

void Versions::removeOrphan() const
{
    QDir(orphansFolder()).removeRecursively();
}

void Versions::drop(int number) const
{
    QDir(folderOf(number)).removeRecursively();
}

void Versions::prune() const
{
    std::vector<int> kept = numbers();
    while (int(kept.size()) > kKept) {
        auto victim = kept.begin() + 1;
        for (auto at = kept.begin() + 1; at + 1 != kept.end(); ++at) {
            const QString key = QStringLiteral("config");
            if (readAbout(folderOf(*at)).value(key) == readAbout(folderOf(*(at + 1))).value(key)) {
                victim = at;
                break;
            }
        }
        drop(*victim);
        kept.erase(victim);
    }
}

std::vector<ConfigVersion> Versions::list() const
{
    std::vector<ConfigVersion> versions;
    for (const int number : numbers()) {
        const QJsonObject about = readAbout(folderOf(number));
        ConfigVersion version;
        version.number = number;
        version.time = QDateTime::fromString(
            about.value(QStringLiteral("time")).toString(), Qt::ISODateWithMs);
        version.reason = about.value(QStringLiteral("reason")).toString();
        version.bytes = qint64(about.value(QStringLiteral("bytes")).toDouble());
        if (version.time.isValid()) {
            versions.push_back(version);
        }
    }
    std::reverse(versions.begin(), versions.end());
    return versions;
}

Result<FileContents> Versions::load(int number) const
{
    const std::vector<ConfigVersion> all = list();
    const auto wanted = std::find_if(all.begin(), all.end(), [number](const ConfigVersion &v) {
        return number == 0 || v.number == number;
    });
    if (wanted == all.end()) {
        return failure(notFound(
            number == 0 ? QStringLiteral("No former version is kept yet.")
                        : QStringLiteral("There is no version %1.").arg(number)));
    }
    return contentsOf(folderOf(wanted->number));
}

Result<int> Versions::newestUnlike(const FileStates &states) const
{
    const FileContents now = contentsOf(states);
    for (const ConfigVersion &version : list()) {
        const auto kept = contentsOf(folderOf(version.number));
        if (!kept || *kept != now) { // what cannot be read is said where it is loaded
            return version.number;
        }
    }
    return failure(notFound(QStringLiteral("No kept version differs from what is there now.")));
}

bool Versions::isHeld() const
{
    const std::vector<int> kept = numbers();
    if (kept.empty()) {
        return false;
    }
    const QJsonObject about = readAbout(folderOf(kept.back()));
    const QString reason = about.value(QStringLiteral("reason")).toString();
    return (reason == QLatin1String("restore") || reason == QLatin1String("remove")) &&
           !about.value(releasedKey()).toBool();
}

Result<> Versions::release() const
{
    if (!isHeld()) {
        return {};
    }
    const QString folder = folderOf(numbers().back());
    QJsonObject about = readAbout(folder);
    about.insert(releasedKey(), true);
    return writeFileAtomically(aboutFile(folder), QJsonDocument(about).toJson(), 0600);
}

} // namespace podium::sshconfig
