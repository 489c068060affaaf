// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QStackedWidget>

class QPushButton;

namespace podium::ui {

class EmptyState;
class FirstStart;

/// The list of nodes, or what stands in its place: looking, welcome, error, none, no match.
class NodeStack final : public QStackedWidget
{
    Q_OBJECT

public:
    enum class View { Loading, FirstStart, Failed, Empty, NoMatch, List };

    /// What is to be seen for a snapshot of which a filter lets `shown` rows through. Pure.
    [[nodiscard]] static View viewFor(const inventory::Snapshot &snapshot, int shown);

    /// Takes `list`.
    explicit NodeStack(QWidget *list, QWidget *parent = nullptr);

    void showSnapshot(const inventory::Snapshot &snapshot, int shown);
    [[nodiscard]] View view() const { return m_view; }
    [[nodiscard]] FirstStart &firstStart() { return *m_firstStart; }

signals:
    void retryRequested();
    void clearFilterRequested();

private:
    View m_view = View::Loading;
    EmptyState *m_loading = nullptr;
    FirstStart *m_firstStart = nullptr;
    EmptyState *m_failed = nullptr;
    QPushButton *m_link = nullptr; ///< of the error that m_failed shows
    QString m_url;
    EmptyState *m_empty = nullptr;
    EmptyState *m_noMatch = nullptr;
};

} // namespace podium::ui
