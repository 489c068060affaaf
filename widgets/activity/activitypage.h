// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QModelIndex;
class QPushButton;
class QSettings;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace podium::models {
class ActivityFilter;
class ActivityModel;
} // namespace podium::models

namespace podium::ui {

class ActivityDetail;
class EmptyState;
class NoticeBar;
struct ActivityLink;

/// Everything that happened, a row an action, the newest first: filter, details, ways to what it
/// is about, export. Remembers over restarts what was seen.
class ActivityPage final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive it. `state`: of the window.
    ActivityPage(models::ActivityModel &activity, QSettings &state, QWidget *parent = nullptr);

    void focusFilter();
    /// Writes what is shown now; by the file's ending as JSON or CSV.
    void exportTo(const QString &path);

signals:
    void nodeRequested(const podium::NodeRef &node);
    void runRequested(const QString &id); ///< PastRun::id
    void personRequested(const QString &login);
    void configVersionsRequested();

protected:
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildLayout();
    void connectParts();
    void fitColumns();
    void showView();
    void showDetail();
    void follow(const QModelIndex &index);
    void open(const ActivityLink &link);
    void chooseExport(const QString &ending);

    models::ActivityModel &m_model;
    QSettings &m_state;
    models::ActivityFilter *m_filter = nullptr;
    QLineEdit *m_search = nullptr;
    QComboBox *m_kind = nullptr;
    QPushButton *m_new = nullptr;
    QToolButton *m_export = nullptr;
    QLabel *m_count = nullptr;
    NoticeBar *m_notice = nullptr;
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
    EmptyState *m_noMatch = nullptr;
    QTreeView *m_view = nullptr;
    ActivityDetail *m_detail = nullptr;
};

} // namespace podium::ui
