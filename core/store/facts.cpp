// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/facts.h"

#include "core/inventory/inventorydiff.h"
#include "core/store/columns.h"

#include <algorithm>

namespace podium::store {

namespace {

using inventory::NodeEntry;
using inventory::Snapshot;

const QStringList &factKindNames()
{
    static const QStringList names{QStringLiteral("id"),          QStringLiteral("state"),
                                   QStringLiteral("health"),      QStringLiteral("external-ip"),
                                   QStringLiteral("internal-ip"), QStringLiteral("host-key"),
                                   QStringLiteral("maintenance"), QStringLiteral("type"),
                                   QStringLiteral("provisioning")};
    return names;
}

QVariantList keyOf(const NodeRef &node)
{
    return {node.project.text(), node.zone.text(), node.name.text()};
}

bool isSame(const Fact &a, const Fact &b)
{
    return a.kind == b.kind && a.worker == b.worker && a.value == b.value;
}

bool contains(const std::vector<Fact> &facts, const Fact &fact)
{
    return std::any_of(
        facts.begin(), facts.end(), [&fact](const Fact &other) { return isSame(fact, other); });
}

Result<> closeFact(Database &database, const NodeRef &node, const Fact &fact, qint64 lastMs)
{
    return database.execute(
        QStringLiteral("UPDATE facts SET open = 0, last = MAX(first, ?) WHERE project = ? AND "
                       "zone = ? AND node = ? AND open = 1 AND worker = ? AND kind = ? AND "
                       "value = ?"),
        QVariantList{lastMs} + keyOf(node) +
            QVariantList{fact.worker, factKindName(fact.kind), fact.value});
}

Result<> openFact(Database &database, const NodeRef &node, const Fact &fact, qint64 firstMs)
{
    return database.execute(
        QStringLiteral("INSERT INTO facts (project, zone, node, worker, kind, value, first, last, "
                       "open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)"),
        keyOf(node) +
            QVariantList{fact.worker, factKindName(fact.kind), fact.value, firstMs, firstMs});
}

/// `lastMs`: when the facts that are no longer true were seen for the last time.
Result<> replaceFacts(
    Database &database, const NodeRef &node, const std::vector<Fact> &after, qint64 lastMs,
    qint64 nowMs)
{
    const auto before = readFacts(database, node, {});
    if (!before) {
        return failure(before.error());
    }
    std::vector<Fact> open;
    std::copy_if(before->begin(), before->end(), std::back_inserter(open), [](const Fact &fact) {
        return fact.open;
    });
    for (const Fact &fact : open) {
        if (!contains(after, fact)) {
            if (auto done = closeFact(database, node, fact, lastMs); !done) {
                return done;
            }
        }
    }
    for (const Fact &fact : after) {
        if (!contains(open, fact)) {
            if (auto done = openFact(database, node, fact, nowMs); !done) {
                return done;
            }
        }
    }
    return {};
}

std::optional<Fact> factFromRow(const QSqlQuery &row, const QDateTime &asOf)
{
    const auto kind = factKindFromName(row.value(1).toString());
    if (!kind) {
        return std::nullopt; // of a newer Podium
    }
    const bool open = row.value(5).toBool();
    const QDateTime last = fromMs(row.value(4));
    return Fact{
        *kind,
        row.value(0).toInt(),
        row.value(2).toString(),
        fromMs(row.value(3)),
        open && asOf.isValid() && asOf > last ? asOf : last,
        open};
}

} // namespace

QString spotWord()
{
    return QStringLiteral("spot");
}

QString factKindName(FactKind kind)
{
    return factKindNames().at(int(kind));
}

std::optional<FactKind> factKindFromName(const QString &name)
{
    const int index = factKindNames().indexOf(name);
    return index < 0 ? std::nullopt : std::optional(FactKind(index));
}

std::vector<Fact> factsOf(const cloud::Node &node)
{
    std::vector<Fact> facts;
    const auto add = [&facts](FactKind kind, const QString &value, int worker = -1) {
        if (!value.isEmpty()) {
            facts.push_back({kind, worker, value, {}, {}, true});
        }
    };
    add(FactKind::Id, node.id);
    add(FactKind::State, node.stateText);
    add(FactKind::Health, node.healthText);
    add(FactKind::Type, node.acceleratorType);
    add(FactKind::Provisioning, node.spot ? spotWord() : QStringLiteral("on-demand"));
    add(FactKind::Maintenance, inventory::maintenanceWords(node.maintenance));
    for (std::size_t i = 0; i < node.workers.size(); ++i) {
        const cloud::Worker &worker = node.workers[i];
        add(FactKind::ExternalIp, worker.externalIp, int(i));
        add(FactKind::InternalIp, worker.internalIp, int(i));
        for (const QString &key : worker.hostKeys) {
            add(FactKind::HostKey, key, int(i));
        }
    }
    return facts;
}

Result<> recordFacts(Database &database, const Snapshot &before, const Snapshot &after)
{
    for (const NodeEntry &entry : after.nodes) {
        const NodeEntry *old = before.find(entry.node.ref);
        if (entry.stale || (old && old->node == entry.node)) {
            continue;
        }
        const qint64 seenMs = entry.seenAt.toMSecsSinceEpoch();
        const qint64 lastMs = old ? old->seenAt.toMSecsSinceEpoch() : seenMs;
        auto done = Result<>();
        if (old && !inventory::isSameMachine(old->node, entry.node)) {
            // What is alike of both was true of neither in between.
            done = replaceFacts(database, entry.node.ref, {}, lastMs, seenMs);
        }
        if (done) {
            done = replaceFacts(database, entry.node.ref, factsOf(entry.node), lastMs, seenMs);
        }
        if (!done) {
            return done;
        }
    }
    for (const NodeEntry &entry : before.nodes) {
        if (!after.find(entry.node.ref)) {
            const auto done =
                replaceFacts(database, entry.node.ref, {}, entry.seenAt.toMSecsSinceEpoch(), 0);
            if (!done) {
                return done;
            }
        }
    }
    return {};
}

Result<std::vector<Fact>> readFacts(Database &database, const NodeRef &node, const QDateTime &asOf)
{
    return database.select<Fact>(
        QStringLiteral("SELECT worker, kind, value, first, last, open FROM facts WHERE project = ? "
                       "AND zone = ? AND node = ? ORDER BY first, id"),
        keyOf(node), [&asOf](const QSqlQuery &row) { return factFromRow(row, asOf); });
}

Result<SeenNodes> readSeenNodes(Database &database, const QDateTime &since, const QDateTime &asOf)
{
    auto rows = database.run(
        QStringLiteral(
            "SELECT f.worker, f.kind, f.value, f.first, f.last, f.open, f.project, f.zone, f.node, "
            "n.seen_at FROM facts f LEFT JOIN nodes n ON n.project = f.project AND n.zone = f.zone "
            "AND n.name = f.node AND n.stale = 1 WHERE f.kind IN ('id', 'state', 'type', "
            "'provisioning', 'external-ip') AND (f.open = 1 OR f.last >= ?) ORDER BY f.project, "
            "f.zone, f.node, f.first, f.id"),
        {since.toMSecsSinceEpoch()});
    auto first = database.run(QStringLiteral("SELECT MIN(first) FROM looks"));
    if (!rows || !first) {
        return failure(rows ? first.error() : rows.error());
    }
    SeenNodes seen;
    seen.asOf = asOf;
    if (first->next() && !first->value(0).isNull()) {
        seen.since = fromMs(first->value(0));
    }
    while (rows->next()) {
        const auto node = nodeFromRow(*rows, 6);
        const bool isStale = !rows->value(9).isNull();
        auto fact = factFromRow(*rows, isStale ? fromMs(rows->value(9)) : asOf);
        if (!node || !fact) {
            continue;
        }
        if (seen.nodes.empty() || seen.nodes.back().node != *node) {
            seen.nodes.push_back({*node, {}});
        }
        seen.nodes.back().facts.push_back(std::move(*fact));
    }
    return seen;
}

Result<std::vector<NodeRef>>
readKnownNodes(Database &database, const QString &project, const QString &zone, const QString &name)
{
    return database.select<NodeRef>(
        QStringLiteral("SELECT DISTINCT project, zone, node FROM facts WHERE node = ? AND "
                       "(? = '' OR project = ?) AND (? = '' OR zone = ?) ORDER BY 1, 2, 3"),
        {name, notNull(project), notNull(project), notNull(zone), notNull(zone)},
        [](const QSqlQuery &row) { return nodeFromRow(row, 0); });
}

} // namespace podium::store
