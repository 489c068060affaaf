// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/fetchparts.h"

#include "core/files/digest.h"

#include <QDir>
#include <QRandomGenerator>

#include <unistd.h>

namespace podium::files {

namespace {

constexpr int KeyDigits = 64;

QByteArrayList namesBeginning(const QByteArray &folder, const QByteArray &prefix)
{
    const QString pattern = QFile::decodeName(prefix) + QLatin1Char('*');
    const auto filter =
        QDir::AllEntries | QDir::Hidden | QDir::System | QDir::CaseSensitive | QDir::NoDotAndDotDot;
    QByteArrayList names;
    for (const QString &name : QDir(QFile::decodeName(folder)).entryList({pattern}, filter)) {
        names << QFile::encodeName(name);
    }
    return names;
}

void readParts(const QByteArray &folder, WorkerTree &here)
{
    for (const QByteArray &name : namesBeginning(folder, {})) {
        const QByteArray path = folder + '/' + name;
        struct stat status
        {};
        if (name.size() == KeyDigits && isHexadecimal(name) &&
            ::lstat(path.constData(), &status) == 0 && isPart(status)) {
            here.parts.insert(name, status.st_size);
        }
    }
}

} // namespace

bool isPrivateFolder(const struct stat &status)
{
    constexpr mode_t All = 0777;
    return S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() &&
           (status.st_mode & All) == S_IRWXU;
}

bool isPart(const struct stat &status)
{
    return S_ISREG(status.st_mode) && status.st_uid == ::geteuid() && status.st_nlink == 1 &&
           status.st_size >= LeastPart;
}

bool isOfAFetch(const QByteArray &name, const struct stat &status)
{
    return S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() &&
           isOfACopy(name, EntryKind::Folder);
}

QByteArray partKey(const FileEntry &entry)
{
    if (entry.kind != EntryKind::File || entry.size < LeastPart) {
        return {};
    }
    const QByteArray text = entry.path + '\0' + QByteArray::number(entry.size) + ' ' +
                            QByteArray::number(entry.mtimeNs);
    Digest digest;
    digest.add(text.constData(), std::size_t(text.size()));
    return digest.result();
}

QHash<std::size_t, QByteArray>
partKeys(const LocalTree &tree, const std::vector<std::size_t> &places)
{
    QHash<std::size_t, QByteArray> keys;
    for (const std::size_t place : places) {
        if (const QByteArray key = partKey(tree.entries[place].entry); !key.isEmpty()) {
            keys.insert(place, key);
        }
    }
    return keys;
}

QSet<QByteArray> partNames(const LocalTree &tree, const std::vector<std::size_t> &places)
{
    QSet<QByteArray> names;
    for (const QByteArray &key : partKeys(tree, places)) {
        names.insert(key);
    }
    return names;
}

std::vector<PartOffer> keptHere(const WorkerPlan &plan, const LocalTree &tree)
{
    return plan.parts.isEmpty() ? std::vector<PartOffer>()
                                : offersOf(plan, tree, partKeys(tree, plan.send));
}

QByteArray partPath(const QByteArray &folder, const FileEntry &entry)
{
    return folder + '/' + PartsFolder + '/' + partKey(entry);
}

bool keepsModes(const QByteArray &folder)
{
    constexpr mode_t All = 0777;
    constexpr mode_t Unusual = 0701; // no disk without modes shows it for all that is on it
    const QByteArray tried = folder + '/' + TempPrefix +
                             QByteArray::number(QRandomGenerator::system()->generate64(), 16);
    if (::mkdir(tried.constData(), S_IRWXU) != 0) {
        return true;
    }
    struct stat status
    {};
    const bool keeps = ::chmod(tried.constData(), Unusual) == 0 &&
                       ::lstat(tried.constData(), &status) == 0 &&
                       (status.st_mode & All) == Unusual;
    ::rmdir(tried.constData());
    return keeps;
}

void readLeftovers(const QByteArray &folder, WorkerTree &here)
{
    for (const QByteArray &name : namesBeginning(folder, TempPrefix)) {
        const QByteArray path = folder + '/' + name;
        struct stat status
        {};
        if (::lstat(path.constData(), &status) != 0 || !isOfAFetch(name, status)) {
            continue;
        }
        here.hasLeftovers = true;
        if (name == PartsFolder && isPrivateFolder(status)) {
            readParts(path, here);
        }
    }
}

} // namespace podium::files
