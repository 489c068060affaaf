// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runmodel.h"

#include <QSortFilterProxyModel>
#include <QVector>

namespace podium::models {

/// The numbers of the summary bar, each also a filter.
enum class PaneGroup { All, Ok, Failed, Unreachable, Stopped, Running, Waiting };

/// The group a state counts to, as run::RunSummary counts. Never All.
[[nodiscard]] PaneGroup paneGroup(PaneState state);
/// How many of a group there are.
[[nodiscard]] int groupCount(const run::RunSummary &summary, PaneGroup group);
/// "failed", "running" …, translated.
[[nodiscard]] QString paneGroupWord(PaneGroup group);

/// The workers of a run that a person wants to see: by group, by name.
class RunFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunFilter(RunModel &model, QObject *parent = nullptr);

    void setGroup(PaneGroup group);
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
    QString m_text;
    bool m_matchesOnly = false;
};

} // namespace podium::models
