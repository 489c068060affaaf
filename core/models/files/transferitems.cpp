// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/files/transferitems.h"

#include <QLocale>

#include <utility>

namespace podium::models {

using files::FileProblem;
using files::WorkerCopy;

/// Puts the same of several workers together.
class TransferItems::Collector final
{
public:
    explicit Collector(Kind kind) : m_kind(kind) {}

    void add(const std::vector<FileProblem> &problems, const WorkerRef *worker)
    {
        for (const FileProblem &problem : problems) {
            add(problem.path, problem.reason, worker);
        }
    }
    void add(const QByteArray &path, const QString &reason, const WorkerRef *worker)
    {
        const auto key = std::make_pair(path, reason);
        int row = m_rows.value(key, -1);
        if (row < 0 && m_items.size() >= MostOfAKind) {
            ++m_more;
            return;
        }
        if (row < 0) {
            row = int(m_items.size());
            m_rows.insert(key, row);
            m_items.push_back({m_kind, path, reason, {}, 0});
        }
        if (worker != nullptr) {
            m_items[std::size_t(row)].workers.push_back(*worker);
        }
    }
    /// What is not looked at one by one any more.
    void addMore(qint64 count) { m_more += count; }
    void moveTo(std::vector<Item> &items)
    {
        items.insert(items.end(), m_items.begin(), m_items.end());
        if (m_more > 0) {
            items.push_back({m_kind, {}, {}, {}, m_more});
        }
    }

private:
    const Kind m_kind;
    std::vector<Item> m_items;
    QHash<std::pair<QByteArray, QString>, int> m_rows;
    qint64 m_more = 0;
};

TransferItems::TransferItems(NamesOf namesOf, QObject *parent)
    : TableModel(ColumnCount, parent)
    , m_namesOf(std::move(namesOf))
{}

void TransferItems::show(const files::Transfer *transfer)
{
    beginResetModel();
    m_items.clear();
    if (transfer != nullptr) {
        Collector missing(Kind::Missing);
        Collector deleted(Kind::Deleted);
        Collector stays(Kind::Stays);
        Collector leftOut(Kind::LeftOut);
        if (const files::LocalTree *tree = transfer->tree()) {
            leftOut.add(tree->problems, nullptr);
        }
        for (const WorkerCopy &copy : transfer->workers()) {
            const WorkerRef &worker = copy.plan.worker;
            missing.add(copy.missing, &worker);
            stays.add(copy.plan.conflicts, &worker);
            leftOut.add(copy.plan.unread, &worker);
            const bool isPlan = copy.state == files::CopyState::Planned && !copy.plan.error;
            if (!transfer->deletesExtras() || !isPlan) {
                continue;
            }
            // Hundreds of thousands may go, on each of many workers.
            const int most = std::min(copy.plan.extras.size(), int(MostOfAKind));
            for (int i = 0; i < most; ++i) {
                deleted.add(copy.plan.extras[i], {}, &worker);
            }
            deleted.addMore(copy.plan.extras.size() - most);
        }
        for (Collector *each : {&missing, &deleted, &stays, &leftOut}) {
            each->moveTo(m_items);
        }
    }
    endResetModel();
}

QString TransferItems::textOf(const Item &item, int column) const
{
    switch (column) {
    case KindColumn:
        switch (item.kind) {
        case Kind::Deleted:
            return tr("to be deleted");
        case Kind::Missing:
            return tr("did not arrive");
        case Kind::Stays:
            return tr("stays as it is");
        case Kind::LeftOut:
            return tr("left out");
        }
        return {};
    case PathColumn:
        return item.more > 0 ? tr("and %1 more").arg(QLocale().toString(item.more))
                             : files::shownPath(item.path);
    case WorkersColumn:
        return item.workers.empty() ? QString() : m_namesOf(item.workers);
    case ReasonColumn:
        return item.reason;
    default:
        return {};
    }
}

QVariant TransferItems::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Item &item = m_items[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(item, index.column());
    case MarkRole:
        if (index.column() != KindColumn) {
            return {};
        }
        return QVariant::fromValue(
            item.kind == Kind::Missing   ? Mark::Bad
            : item.kind == Kind::LeftOut ? Mark::Off
                                         : Mark::Warning);
    default:
        return {};
    }
}

QStringList TransferItems::titles() const
{
    return {tr("What"), tr("Path"), tr("Workers"), tr("Why")};
}

} // namespace podium::models
