// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/pastrunsmodel.h"

#include <QFrame>

#include <functional>

class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTreeView;

namespace podium::ui {

class ElidedLabel;

/// The runs that there were, and what can be done with the selected one.
class PastRunsPanel final : public QFrame
{
    Q_OBJECT

public:
    /// `hasOutput`: whether the output of a run, or the verdicts of a recipe, can be shown. The
    /// model must outlive the panel.
    PastRunsPanel(
        models::PastRunsModel &model, std::function<bool(const store::PastRun &)> hasOutput,
        QWidget *parent = nullptr);

    void select(const QString &id);
    void focusList();

signals:
    void openRequested(const podium::store::PastRun &run);
    void againRequested(const podium::store::PastRun &run);
    /// Its command, targets and options are to be put into the fields.
    void fillRequested(const podium::store::PastRun &run);
    void closeRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildButtons();
    void buildList();
    void connectParts();
    void showState();
    void fitColumns();
    [[nodiscard]] const store::PastRun *selected() const;
    [[nodiscard]] QString note() const;

    models::PastRunsModel &m_model;
    std::function<bool(const store::PastRun &)> m_hasOutput;
    QSortFilterProxyModel *m_filter;
    QLineEdit *m_search;
    ElidedLabel *m_note;
    QTreeView *m_list;
    QPushButton *m_open = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_fill = nullptr;
};

} // namespace podium::ui
