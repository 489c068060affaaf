// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/peopleservice.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace podium::ui {

/// Each step on each worker, before anything is done.
class ReviewPanel final : public QWidget
{
    Q_OBJECT

public:
    /// `service` must outlive it.
    explicit ReviewPanel(people::PeopleService &service, QWidget *parent = nullptr);

    void refresh();

signals:
    void applyRequested();
    void closed();

private:
    people::PeopleService &m_service;
    QLabel *m_title;
    QLabel *m_hint;
    QTreeWidget *m_tree;
    QPushButton *m_apply;
};

} // namespace podium::ui
