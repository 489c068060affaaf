// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/people/peoplematrix.h"

#include <QHeaderView>
#include <QWidget>

class QCheckBox;
class QLabel;
class QLayout;
class QLineEdit;
class QListView;
class QTableView;

namespace podium::ui {

/// Names of nodes, each as wide as it needs up to a limit; nodes of several workers open and close.
class NodeHeader final : public QHeaderView
{
    Q_OBJECT

public:
    explicit NodeHeader(QWidget *parent = nullptr);
    void fitSections();

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;

private:
    [[nodiscard]] int widthOf(int section) const;
};

/// The roster and the matrix beside it, one row each; what the cell in question means, in words,
/// below.
class MatrixView final : public QWidget
{
    Q_OBJECT

public:
    /// `model` must outlive it.
    explicit MatrixView(models::PeopleMatrix &model, QWidget *parent = nullptr);

    [[nodiscard]] QString currentLogin() const;
    void selectLogin(const QString &login);
    /// The same, also where the filter leaves them out; who is not on the roster changes nothing.
    void chooseLogin(const QString &login);
    void focusFilter();

signals:
    void currentLoginChanged(const QString &login);

private:
    void prepareLists();
    [[nodiscard]] QLayout *buildFilter();
    void fitNodes();
    [[nodiscard]] QWidget *buildWords();
    void connectParts();
    void explain(const QModelIndex &index);
    void toggleNode(int section);

    models::PeopleMatrix &m_model;
    QLineEdit *m_filter;
    QCheckBox *m_all;
    QLabel *m_shown;
    QListView *m_people;
    QTableView *m_matrix;
    NodeHeader *m_header = nullptr;
    QLabel *m_place;
    QLabel *m_text;
    QString m_login;
};

} // namespace podium::ui
