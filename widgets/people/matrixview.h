// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/people/peoplematrix.h"

#include <QHeaderView>
#include <QWidget>

class QLabel;
class QListView;
class QTableView;

namespace podium::ui {

/// Names of nodes, written upwards, so that many fit side by side.
class UprightHeader final : public QHeaderView
{
    Q_OBJECT

public:
    explicit UprightHeader(QWidget *parent = nullptr);

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override;
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

signals:
    void currentLoginChanged(const QString &login);

private:
    void prepareLists();
    [[nodiscard]] QWidget *buildWords();
    void connectParts();
    void explain(const QModelIndex &index);
    void toggleNode(int section);

    models::PeopleMatrix &m_model;
    QListView *m_people;
    QTableView *m_matrix;
    QLabel *m_place;
    QLabel *m_text;
    QString m_login;
};

} // namespace podium::ui
