// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/tpu/load/loadsession.h"
#include "core/tpu/load/nodeload.h"

#include <QAbstractListModel>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>
#include <set>
#include <vector>

namespace podium::models {

/// The last minutes of one value of a worker, scaled to 0 … 1; not a number: unknown.
using SharedSpark = std::shared_ptr<const std::vector<float>>;

/// How busy each worker is that a session looks at: a row each, in the session's order. Texts are
/// plain. Rows that have changed are told one by one: a view of which two or more have changed at
/// once paints all that it shows.
class LoadModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        SparkRole = Qt::UserRole, ///< SharedSpark
        ValueRole,                ///< "88 %", or why there is none
        MarkRole,                 ///< Mark
        OddRole,                  ///< bool: unlike the other workers of its node
    };
    static constexpr qint64 SparkMs = 10 * 60 * 1000;
    static constexpr int SparkParts = 60;

    explicit LoadModel(const Clock &clock, QObject *parent = nullptr);

    /// Null: nothing is looked at. The session must outlive this or be taken away before.
    void setSession(tpu::LoadSession *session);
    void setShownValue(tpu::LoadValue value);
    [[nodiscard]] tpu::LoadValue shownValue() const { return m_shown; }
    /// What a node costs, "$77.28 a day"; empty: nothing, or nobody knows.
    void setCostOf(std::function<QString(const NodeRef &)> costOf);

    [[nodiscard]] const tpu::WorkerLoad &worker(int row) const;
    /// What somebody should look after, with why there is no answer, if so.
    [[nodiscard]] QStringList warnings(int row) const;
    /// In what it is unlike the others of its node, as sentences.
    [[nodiscard]] QStringList oddities(int row) const;
    /// The rows of each node, in the order in which they come.
    [[nodiscard]] const std::vector<std::vector<int>> &nodes() const { return m_nodes; }
    /// Its place among them.
    [[nodiscard]] int nodeOf(int row) const { return m_nodeOf.at(std::size_t(row)); }
    /// "64 workers · 1 odd · 2 with warnings"; empty without any.
    [[nodiscard]] QString summary() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

signals:
    /// Some rows, all of which were told before; a few times a second at most.
    void updated();

private:
    /// Its picture is made when it is painted, as most of them are not.
    struct Row
    {
        QString value;
        Mark mark = Mark::Unknown;
        QStringList warnings;
        QStringList oddities;
        double most = 0; ///< of the shown value, where that is a rate
    };
    void groupRows();
    void updateAll();
    void update(const std::set<int> &rows);
    void readRow(int row);
    [[nodiscard]] std::set<int> updateOdd(const std::vector<int> &ofNode);
    [[nodiscard]] SharedSpark sparkOf(int row) const;
    [[nodiscard]] QString wordsOf(int row) const;
    [[nodiscard]] double scale() const;

    const Clock &m_clock;
    QPointer<tpu::LoadSession> m_session;
    tpu::LoadValue m_shown = tpu::LoadValue::DutyCycle;
    std::function<QString(const NodeRef &)> m_costOf;
    std::vector<Row> m_rows;
    std::vector<std::vector<int>> m_nodes;
    std::vector<int> m_nodeOf; ///< of each row
    double m_scale = 1;
    std::set<int> m_looked; ///< rows since the last update
    QTimer m_soon;
};

/// What a value is called: "TPU duty cycle".
[[nodiscard]] QString loadValueName(tpu::LoadValue value);
/// "88 %", "1.2 MiB/s".
[[nodiscard]] QString loadValueText(tpu::LoadValue value, const std::optional<double> &number);
/// "CPU: 96 %; the others of its node: about 30 %."
[[nodiscard]] QString oddityText(const tpu::Oddity &oddity);

} // namespace podium::models

Q_DECLARE_METATYPE(podium::models::SharedSpark)
