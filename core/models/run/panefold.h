// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runmodel.h"

#include <QObject>
#include <QTimer>
#include <QVector>

#include <vector>

namespace podium::models {

/// Which workers have the same output and ended the same way, kept up to date while output
/// streams: each line is read once, when it is complete. Works in short steps on the run's thread,
/// and only while it is active.
class PaneFold final : public QObject
{
    Q_OBJECT

public:
    /// `model` must outlive it.
    explicit PaneFold(const RunModel &model, QObject *parent = nullptr);

    void setActive(bool active);
    /// These workers' state or output is another.
    void slotsChanged(const QVector<int> &slotNumbers);

    /// The slots of `shown` in groups, smallest (the odd ones) first; within a group, and among
    /// groups of one size, in the order of `shown`.
    [[nodiscard]] std::vector<QVector<int>> groups(const QVector<int> &shown) const;
    /// Those of `shown` that are not in the largest group.
    [[nodiscard]] QVector<int> different(const QVector<int> &shown) const;
    /// Reads all that is not read yet, at once: for a decision that cannot wait.
    void finish();

signals:
    void changed();

private:
    struct Progress
    {
        int lines = 0; ///< complete ones that are in `hash`
        quint64 hash = 0;
        quint64 lastLine = 0; ///< of the unfinished one
        qint64 cutBytes = 0;
    };
    void work();
    bool readSome(int slot);

    const RunModel &m_model;
    std::vector<Progress> m_progress;
    QVector<int> m_queue;
    QVector<bool> m_isQueued;
    QTimer m_timer;
    bool m_isActive = false;
};

} // namespace podium::models
