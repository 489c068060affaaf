// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/fetchparts.h"

#include "core/files/digest.h"

#include <QDir>

#include <algorithm>

namespace podium::files {

namespace {

constexpr int KeyDigits = 64;

bool isKey(const QByteArray &text)
{
    return text.size() == KeyDigits && std::all_of(text.begin(), text.end(), [](char each) {
               return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f');
           });
}

} // namespace

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
        names.insert(partName(key));
    }
    return names;
}

std::vector<PartOffer> keptHere(const WorkerPlan &plan, const LocalTree &tree)
{
    return plan.parts.isEmpty() ? std::vector<PartOffer>()
                                : offersOf(plan, tree, partKeys(tree, plan.send));
}

void readLeftovers(const QByteArray &folder, WorkerTree &here)
{
    const QByteArray before = partName({});
    const QDir all(QFile::decodeName(folder));
    const auto filter = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::CaseSensitive;
    for (const QString &each : all.entryList({QStringLiteral(".podium-copy-*")}, filter)) {
        const QByteArray name = QFile::encodeName(each);
        const auto entry = readLocalEntry(folder + '/' + name);
        const bool isPart = name.startsWith(before);
        here.hasLeftovers =
            here.hasLeftovers || isPart || (entry && entry->kind == EntryKind::Folder);
        const QByteArray key = name.mid(before.size());
        if (isPart && isKey(key) && entry && entry->size >= LeastPart) {
            here.parts.insert(key, entry->size);
        }
    }
}

} // namespace podium::files
