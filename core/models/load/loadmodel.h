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
#include <vector>

namespace podium::models {

/// The last minutes of one value of a worker, scaled to 0 … 1; not a number: unknown.
using SharedSpark = std::shared_ptr<const std::vector<float>>;

/// How busy each worker is that a session looks at: a row each, in the session's order. Texts are
/// plain.
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
    /// "64 workers · 1 odd · 2 with warnings"; empty without any.
    [[nodiscard]] QString summary() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

signals:
    /// Some rows, a few times a second at most.
    void updated();

private:
    struct Row
    {
        SharedSpark spark;
        QString value;
        QString words; ///< for a tooltip and a screen reader
        Mark mark = Mark::Unknown;
        QStringList oddities;
    };
    void updateAll();
    void update(const std::vector<int> &places);
    void updateOdd();
    [[nodiscard]] Row rowOf(int place) const;
    [[nodiscard]] QString wordsOf(const Row &row) const;
    [[nodiscard]] double scale() const;

    const Clock &m_clock;
    QPointer<tpu::LoadSession> m_session;
    tpu::LoadValue m_shown = tpu::LoadValue::DutyCycle;
    std::function<QString(const NodeRef &)> m_costOf;
    std::vector<Row> m_rows;
    double m_scale = 1;
    std::vector<int> m_looked; ///< since the last update
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
