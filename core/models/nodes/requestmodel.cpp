// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/requestmodel.h"

#include "core/models/listsync.h"
#include "core/models/relativetime.h"

#include <algorithm>
#include <utility>

namespace podium::models {

using lifecycle::NodeRequest;
using lifecycle::RequestService;

namespace {

constexpr qint64 HourSeconds = 3600;
constexpr qint64 DaySeconds = 24 * HourSeconds;

std::pair<QDateTime, QString> requestKey(const RequestRow &row)
{
    return {row.request.createdAt, row.request.id};
}

enum class Preparation { None, Done, UnderWay, Failing };

/// How far what is done for a kept node that stands has come.
Preparation preparationOf(const NodeRequest &request)
{
    const lifecycle::NodeAttempt *attempt = request.isKept ? request.standing() : nullptr;
    if (attempt == nullptr) {
        return Preparation::None;
    }
    Preparation all = Preparation::Done;
    for (const lifecycle::AfterStep &step : attempt->after) {
        if (!step.isDone && step.failures > 0) {
            return Preparation::Failing;
        }
        all = step.isDone ? all : Preparation::UnderWay;
    }
    return all;
}

Mark requestMark(const RequestRow &row)
{
    switch (row.request.state) {
    case NodeRequest::State::Made:
        return row.request.reason.isEmpty() ? Mark::Good : Mark::Warning; // something was not done
    case NodeRequest::State::GivenUp:
        return Mark::Bad;
    case NodeRequest::State::Cancelled:
        return Mark::Off;
    case NodeRequest::State::Active:
        break;
    }
    if (row.request.isAsking() || row.request.wish == NodeRequest::Wish::Pause) {
        return row.request.isAsking() ? Mark::Warning : Mark::Off;
    }
    switch (preparationOf(row.request)) {
    case Preparation::Done:
        return Mark::Good;
    case Preparation::Failing:
        return Mark::Warning;
    default:
        break;
    }
    return row.doing == RequestService::Doing::Nothing ? Mark::Warning : Mark::Busy;
}

/// The cloud's own words.
QString lastAnswer(const NodeRequest &request)
{
    for (auto attempt = request.attempts.rbegin(); attempt != request.attempts.rend(); ++attempt) {
        if (!attempt->answer.isEmpty()) {
            return attempt->answer;
        }
    }
    return {};
}

} // namespace

bool isRequestShown(const NodeRequest &request, const QDateTime &now)
{
    const QDateTime last = request.attempts.empty() || !request.attempts.back().endedAt.isValid()
                               ? request.createdAt
                               : request.attempts.back().endedAt;
    switch (request.state) {
    case NodeRequest::State::Active:
        return true;
    case NodeRequest::State::Made:
        return last.secsTo(now) < HourSeconds;
    case NodeRequest::State::GivenUp:
        return last.secsTo(now) < DaySeconds;
    case NodeRequest::State::Cancelled:
        break;
    }
    return false;
}

std::vector<RequestRow> requestRows(const RequestService &service, const QDateTime &now)
{
    std::vector<RequestRow> rows;
    for (const NodeRequest &request : service.requests()) {
        if (isRequestShown(request, now)) {
            rows.push_back(
                {request, service.doing(request.id), service.waitsUntil(request.id),
                 service.note(request.id)});
        }
    }
    return rows;
}

RequestModel::RequestModel(const Clock &clock, QObject *parent)
    : TableModel(ColumnCount, parent)
    , m_clock(clock)
{}

void RequestModel::setRows(std::vector<RequestRow> rows)
{
    struct Hooks
    {
        RequestModel &model;
        void beginRemove(int first, int last) { model.beginRemoveRows({}, first, last); }
        void endRemove() { model.endRemoveRows(); }
        void beginInsert(int first, int last) { model.beginInsertRows({}, first, last); }
        void endInsert() { model.endInsertRows(); }
        void changed(int first, int last)
        {
            emit model.dataChanged(model.index(first, 0), model.index(last, ColumnCount - 1));
        }
    };
    const auto before = [](const RequestRow &a, const RequestRow &b) {
        return requestKey(a) < requestKey(b);
    };
    if (!std::is_sorted(rows.begin(), rows.end(), before)) { // they mostly are, and are large
        std::sort(rows.begin(), rows.end(), before);
    }
    const auto same = [](const RequestRow &a, const RequestRow &b) { return a == b; };
    syncRows(m_rows, std::move(rows), &requestKey, same, Hooks{*this});
}

void RequestModel::refreshTimes()
{
    if (!m_rows.empty()) {
        emit dataChanged(
            index(0, int(Column::Next)), index(rowCount() - 1, int(Column::Next)),
            {Qt::DisplayRole});
    }
}

const RequestRow *RequestModel::rowAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[std::size_t(row)] : nullptr;
}

QString RequestModel::nextText(const RequestRow &row) const
{
    const NodeRequest &request = row.request;
    if (request.state != NodeRequest::State::Active) {
        return {};
    }
    if (request.wish == NodeRequest::Wish::Cancel || row.doing == RequestService::Doing::GivesUp) {
        return tr("is being given up");
    }
    if (request.isAsking()) {
        return tr("waits for you");
    }
    if (request.wish == NodeRequest::Wish::Pause) {
        return tr("paused");
    }
    switch (row.doing) {
    case RequestService::Doing::Nothing:
        return tr("not followed here");
    case RequestService::Doing::Elsewhere:
        return tr("another Podium follows it");
    default:
        break;
    }
    if (preparationOf(request) == Preparation::Done) {
        return tr("is watched");
    }
    if (request.isStuck()) {
        return tr("waits for you");
    }
    return row.waitsUntil.isValid()
               ? tr("next try in %1").arg(ageText(m_clock.now(), row.waitsUntil))
               : tr("under way");
}

QString RequestModel::cell(const RequestRow &row, Column column) const
{
    const NodeRequest &request = row.request;
    switch (column) {
    case Column::Node:
        return request.spec.name;
    case Column::Type:
        return request.spec.spot ? tr("%1 spot").arg(request.spec.type) : request.spec.type;
    case Column::Status:
        return row.note.isEmpty()
                   ? lifecycle::statusText(request)
                   : QStringLiteral("%1; %2").arg(lifecycle::statusText(request), row.note);
    case Column::Tries:
        return QString::number(request.tries());
    case Column::Next:
        return nextText(row);
    }
    return {};
}

QVariant RequestModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const RequestRow &row = m_rows[std::size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cell(row, column).simplified();
    case Qt::ToolTipRole:
        return column == Column::Status ? cell(row, column) : QString();
    case Qt::TextAlignmentRole:
        return int((column == Column::Tries ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case AnswerRole:
        return lastAnswer(row.request).simplified();
    case MarkRole:
        return column == Column::Status ? QVariant::fromValue(requestMark(row)) : QVariant();
    default:
        return {};
    }
}

QStringList RequestModel::titles() const
{
    return {tr("Request"), tr("Type"), tr("Status"), tr("Tries"), tr("What comes next")};
}

} // namespace podium::models
