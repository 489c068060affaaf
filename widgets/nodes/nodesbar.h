// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace podium::ui {

class ElidedLabel;

/// What stands above the list of nodes: filter, how many, how fresh, and how they are shown.
class NodesBar final : public QWidget
{
    Q_OBJECT

public:
    explicit NodesBar(QWidget *parent = nullptr);

    void setCount(int shown, int all);
    /// `work`: how far a refresh is, in place of how fresh the list is; see models::workText().
    void setFreshness(const QString &text, const QString &work, bool refreshing);
    void setGrouped(bool grouped);
    void setDetailShown(bool shown);
    void focusFilter();
    void clearFilter();

signals:
    void filterChanged(const QString &text);
    void refreshRequested();
    void createRequested();
    void groupedToggled(bool grouped);
    void detailToggled(bool shown);

private:
    QLineEdit *m_filter = nullptr;
    QLabel *m_count = nullptr;
    ElidedLabel *m_freshness = nullptr;
    QToolButton *m_refresh = nullptr;
    QToolButton *m_create = nullptr;
    QToolButton *m_group = nullptr;
    QToolButton *m_detail = nullptr;
};

} // namespace podium::ui
