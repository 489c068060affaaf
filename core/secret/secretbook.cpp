// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/secretbook.h"

#include <QCryptographicHash>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace podium::secret {

namespace {

auto spotOf(const Placement &placement)
{
    return std::tie(
        placement.worker, placement.nodeId, placement.login, placement.kind, placement.path,
        placement.host);
}

bool isAtSameSpot(const Placement &a, const Placement &b)
{
    return spotOf(a) == spotOf(b);
}

bool has(const std::vector<QByteArray> &ids, const QByteArray &id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Of how many workers none has said that it is there: it was sent, and may be. A new one may have
/// been sent to where one is for certain.
std::size_t doubtfulWorkers(const std::vector<Placement> &placements)
{
    std::set<decltype(spotOf(placements.front()))> certain;
    for (const Placement &placement : placements) {
        if (placement.isCertain) {
            certain.insert(spotOf(placement));
        }
    }
    std::set<WorkerRef> workers;
    for (const Placement &placement : placements) {
        if (certain.count(spotOf(placement)) == 0) {
            workers.insert(placement.worker);
        }
    }
    return workers.size();
}

} // namespace

bool SecretNameRule::accepts(const QString &text)
{
    static const QRegularExpression rule(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._-]{0,63}\\z"));
    return rule.match(text).hasMatch();
}

const SecretBook::Entry *SecretBook::find(const SecretName &name) const
{
    const auto found = std::find_if(
        entries.begin(), entries.end(), [&](const Entry &entry) { return entry.name == name; });
    return found == entries.end() ? nullptr : &*found;
}

std::vector<SecretName> SecretBook::names() const
{
    std::set<SecretName> all;
    for (const Entry &entry : entries) {
        all.insert(entry.name);
    }
    for (const Placement &placement : placements) {
        all.insert(placement.secret);
    }
    return {all.begin(), all.end()};
}

std::vector<Placement> SecretBook::placementsOf(const SecretName &name) const
{
    std::vector<Placement> found;
    std::copy_if(
        placements.begin(), placements.end(), std::back_inserter(found),
        [&](const Placement &placement) { return placement.secret == name; });
    return found;
}

SecretBook withEntry(SecretBook book, const SecretName &name, const QDateTime &now)
{
    book = withoutEntry(std::move(book), name);
    book.entries.push_back({name, now});
    std::sort(book.entries.begin(), book.entries.end(), [](const auto &a, const auto &b) {
        return a.name < b.name;
    });
    return book;
}

SecretBook withoutEntry(SecretBook book, const SecretName &name)
{
    auto &entries = book.entries;
    entries.erase(
        std::remove_if(
            entries.begin(), entries.end(), [&](const auto &entry) { return entry.name == name; }),
        entries.end());
    return book;
}

SecretBook withPlacements(SecretBook book, const std::vector<Placement> &placements)
{
    std::copy_if(
        placements.begin(), placements.end(), std::back_inserter(book.placements),
        [before = book.placements](const Placement &placement) {
            return std::none_of(before.begin(), before.end(), [&](const Placement &other) {
                return other.id == placement.id;
            });
        });
    return book;
}

SecretBook withConfirmed(SecretBook book, const std::vector<QByteArray> &ids)
{
    std::vector<Placement> kept;
    for (const Placement &placement : book.placements) {
        const bool isConfirmed = has(ids, placement.id);
        const bool isOverwritten =
            !isConfirmed && placement.kind != Placement::Kind::Unstated &&
            std::any_of(
                book.placements.begin(), book.placements.end(), [&](const Placement &other) {
                    return has(ids, other.id) && isAtSameSpot(other, placement);
                });
        if (!isOverwritten) {
            kept.push_back(placement);
            kept.back().isCertain = placement.isCertain || isConfirmed;
        }
    }
    book.placements = std::move(kept);
    return book;
}

SecretBook withoutPlacements(SecretBook book, const std::vector<QByteArray> &ids)
{
    auto &placements = book.placements;
    placements.erase(
        std::remove_if(
            placements.begin(), placements.end(),
            [&](const Placement &placement) { return has(ids, placement.id); }),
        placements.end());
    return book;
}

QString placeText(const Placement &placement)
{
    switch (placement.kind) {
    case Placement::Kind::File:
        return placement.path;
    case Placement::Kind::Netrc:
        return QStringLiteral("%1 (%2)").arg(placement.path, placement.host);
    case Placement::Kind::Unstated:
        break;
    }
    return QStringLiteral("wherever the recipe %1 puts it").arg(placement.recipe);
}

QString whereText(const std::vector<Placement> &placements)
{
    std::set<WorkerRef> workers;
    std::set<NodeRef> nodes;
    for (const Placement &placement : placements) {
        workers.insert(placement.worker);
        nodes.insert(placement.worker.node);
    }
    if (workers.empty()) {
        return {};
    }
    const QString count = workers.size() == 1 ? QStringLiteral("1 worker")
                                              : QStringLiteral("%1 workers").arg(workers.size());
    const QString where = nodes.size() == 1 ? nodes.begin()->name.text()
                                            : QStringLiteral("%1 nodes").arg(nodes.size());
    const QString text = QStringLiteral("on %1 of %2").arg(count, where);
    const std::size_t doubtful = doubtfulWorkers(placements);
    if (doubtful == 0) {
        return text;
    }
    return text + (doubtful == workers.size()
                       ? QStringLiteral(" (not certain)")
                       : QStringLiteral(" (not certain on %1 of them)").arg(doubtful));
}

QStringList placeTexts(const std::vector<Placement> &placements)
{
    std::vector<std::vector<Placement>> places;
    for (const Placement &placement : placements) {
        const auto place = std::find_if(places.begin(), places.end(), [&](const auto &each) {
            return each.front().recipe == placement.recipe &&
                   placeText(each.front()) == placeText(placement);
        });
        place == places.end() ? places.push_back({placement}) : place->push_back(placement);
    }
    QStringList texts;
    for (const std::vector<Placement> &place : places) {
        const Placement &first = place.front();
        QString text = QStringLiteral("%1, %2").arg(placeText(first), whereText(place));
        if (first.kind != Placement::Kind::Unstated && !first.recipe.isEmpty()) {
            text += QStringLiteral(", by the recipe ") + first.recipe;
        }
        texts << text;
    }
    return texts;
}

QByteArray digestOf(const QByteArray &salt, const QString &secret)
{
    QByteArray bytes = secret.toUtf8();
    while (bytes.endsWith('\n')) {
        bytes.chop(1);
    }
    return QCryptographicHash::hash(salt + bytes, QCryptographicHash::Sha256).toHex();
}

} // namespace podium::secret
