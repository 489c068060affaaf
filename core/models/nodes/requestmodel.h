// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/lifecycle/request/requestservice.h"
#include "core/models/mark.h"
#include "core/models/tablemodel.h"

#include <vector>

namespace podium::models {

/// A node request, and what this Podium does for it.
struct RequestRow
{
    lifecycle::NodeRequest request;
    lifecycle::RequestService::Doing doing = lifecycle::RequestService::Doing::Nothing;
    QDateTime waitsUntil; ///< invalid: something is under way, or nothing is done
    QString note = {};    ///< what holds it up, where it is carried out here; mostly empty
    bool operator==(const RequestRow &) const = default;
};

/// Those that are worth a row: all that are not over, what was made within the last hour, and what
/// was given up within a day.
[[nodiscard]] std::vector<RequestRow>
requestRows(const lifecycle::RequestService &service, const QDateTime &now);
[[nodiscard]] bool isRequestShown(const lifecycle::NodeRequest &request, const QDateTime &now);

/// Node requests as rows: what each waits for, how often it was tried, the last answer in words,
/// and what comes next. Texts are plain.
class RequestModel final : public TableModel
{
    Q_OBJECT

public:
    enum class Column { Node, Type, Status, Tries, Next };
    static constexpr int ColumnCount = int(Column::Next) + 1;
    enum Role {
        MarkRole = Qt::UserRole + 1, ///< Mark, of the status
        AnswerRole,                  ///< the cloud's own last words, of the whole row
    };

    explicit RequestModel(const Clock &clock, QObject *parent = nullptr);

    void setRows(std::vector<RequestRow> rows);
    /// The times that are shown have changed: call now and then.
    void refreshTimes();
    /// Null where there is no such row. Valid until the next change.
    [[nodiscard]] const RequestRow *rowAt(int row) const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_rows.size()); }
    [[nodiscard]] QStringList titles() const override;
    [[nodiscard]] QString cell(const RequestRow &row, Column column) const;
    [[nodiscard]] QString nextText(const RequestRow &row) const;

    const Clock &m_clock;
    std::vector<RequestRow> m_rows; ///< sorted by when they were made, then id
};

} // namespace podium::models
