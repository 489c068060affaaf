// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace podium::models {
class ActivityFilter;
class ActivityModel;
} // namespace podium::models

namespace podium::ui {

class EmptyState;
class NoticeBar;

/// Everything that happened, the newest first: filter, details, export.
class ActivityPage final : public QWidget
{
    Q_OBJECT

public:
    /// `activity` must outlive it.
    explicit ActivityPage(models::ActivityModel &activity, QWidget *parent = nullptr);

    void focusFilter();
    /// Writes what is shown now; by the file's ending as JSON or CSV.
    void exportTo(const QString &path);

private:
    void buildLayout();
    void connectParts();
    void showView();
    void showDetail();
    void chooseExport(const QString &ending);

    models::ActivityModel &m_model;
    models::ActivityFilter *m_filter = nullptr;
    QLineEdit *m_search = nullptr;
    QComboBox *m_kind = nullptr;
    QToolButton *m_export = nullptr;
    QLabel *m_count = nullptr;
    NoticeBar *m_notice = nullptr;
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
    EmptyState *m_noMatch = nullptr;
    QTreeView *m_view = nullptr;
    QPlainTextEdit *m_detail = nullptr;
    QTimer m_ages;
};

} // namespace podium::ui
