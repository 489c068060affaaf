// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runmodel.h"

#include <QSortFilterProxyModel>
#include <QVector>

#include <vector>

namespace podium::models {

/// The numbers of the summary bar, each also a filter.
enum class PaneGroup { All, Ok, Failed, Unreachable, HostKey, Stopped, Running, Waiting };

/// The group a state counts to, as run::RunSummary counts. Never All.
[[nodiscard]] PaneGroup paneGroup(PaneState state);
/// How many of a group there are.
[[nodiscard]] int groupCount(const run::RunSummary &summary, PaneGroup group);
/// "failed", "running" …, translated.
[[nodiscard]] QString paneGroupWord(PaneGroup group);

/// How some of a run's workers ended, in the same words.
struct EndingCount
{
    QString name; ///< paneHeadline(): "exit 1", "signal KILL". May hold a worker's text
    int count = 0;
    bool operator==(const EndingCount &) const = default;
};
/// How the workers of a group ended, the most frequent first.
[[nodiscard]] std::vector<EndingCount> endingCounts(const RunModel &model, PaneGroup group);

/// The workers of a run that a person wants to see: by group, by how they ended, by name.
class RunFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunFilter(RunModel &model, QObject *parent = nullptr);

    /// Of these only those that ended like this, as EndingCount::name; empty: all of the group.
    void setGroup(PaneGroup group, const QString &ending = {});
    [[nodiscard]] PaneGroup group() const { return m_group; }
    /// Only workers whose label holds this text.
    void setText(const QString &text);
    [[nodiscard]] const QString &text() const { return m_text; }
    /// Only workers in which find found something.
    void setMatchesOnly(bool only);

    /// Slots in the order shown.
    [[nodiscard]] QVector<int> shownSlots() const;
    [[nodiscard]] int slotOf(const QModelIndex &index) const { return mapToSource(index).row(); }
    [[nodiscard]] QModelIndex indexOf(int slot) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    RunModel &m_model;
    PaneGroup m_group = PaneGroup::All;
    QString m_ending;
    QString m_text;
    bool m_matchesOnly = false;
};

} // namespace podium::models
