// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QScrollArea;
class QStackedWidget;

namespace podium::ui {

/// The matrix or another view of the People page, and beside it what was chosen there: a person or
/// the form. A form has the place alone where the window is too narrow for both; a person never
/// hides the matrix, and is scrolled sideways there.
class PeopleBody final : public QWidget
{
    Q_OBJECT

public:
    PeopleBody(QStackedWidget *views, QWidget *form, QWidget *person, QWidget *parent = nullptr);

    /// From its top.
    void showForm();
    void showPerson();
    void hideSide();
    [[nodiscard]] bool isFormShown() const;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void show(QWidget *side);
    void fit();

    QStackedWidget *m_views;
    QWidget *m_form;
    QWidget *m_person;
    QWidget *m_line; ///< before the side, and with it
    QScrollArea *m_area;
    QStackedWidget *m_sides;
    bool m_hasSide = false;
};

} // namespace podium::ui
