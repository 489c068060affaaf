// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/peoplebody.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyle>

#include <algorithm>

namespace podium::ui {

namespace {

constexpr int UsualWidth = Grid * 51; // of the side
constexpr int NarrowestSide = Grid * 20;

} // namespace

PeopleBody::PeopleBody(QStackedWidget *views, QWidget *form, QWidget *person, QWidget *parent)
    : QWidget(parent)
    , m_views(views)
    , m_form(form)
    , m_person(person)
    , m_line(new Hairline(Qt::Vertical))
    , m_area(new QScrollArea)
    , m_sides(new QStackedWidget)
{
    m_sides->addWidget(m_form);
    m_sides->addWidget(m_person);
    fitCurrentPage(m_sides);
    m_area->setAccessibleName(tr("Details"));
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidget(m_sides);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_views, 1);
    row->addWidget(m_line);
    row->addWidget(m_area);
    // What is in them decides how wide the side must be, and can be.
    m_sides->installEventFilter(this);
    m_views->installEventFilter(this);
    hideSide();
}

void PeopleBody::showForm()
{
    show(m_form);
    m_area->verticalScrollBar()->setValue(0);
}

void PeopleBody::showPerson()
{
    const bool isNew = m_sides->currentWidget() != m_person;
    show(m_person);
    if (isNew) {
        m_area->verticalScrollBar()->setValue(0);
    }
}

void PeopleBody::hideSide()
{
    m_hasSide = false;
    fit();
}

bool PeopleBody::isFormShown() const
{
    return m_hasSide && m_sides->currentWidget() == m_form;
}

void PeopleBody::show(QWidget *side)
{
    m_hasSide = true;
    m_sides->setCurrentWidget(side);
    fit();
}

void PeopleBody::fit()
{
    const int needed = m_sides->minimumSizeHint().width() +
                       style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_area);
    const int room = width() - m_views->minimumSizeHint().width() - m_line->sizeHint().width();
    const bool isAlone = isFormShown() && needed > room;
    if (isAlone) {
        m_area->setMinimumWidth(0);
        m_area->setMaximumWidth(QWIDGETSIZE_MAX);
    } else {
        m_area->setFixedWidth(
            std::max(NarrowestSide, std::min(std::max(UsualWidth, needed), room)));
    }
    m_area->setVisible(m_hasSide); // first: the focus goes there, not elsewhere
    m_line->setVisible(m_hasSide && !isAlone);
    m_views->setVisible(!isAlone);
}

void PeopleBody::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

bool PeopleBody::eventFilter(QObject *watched, QEvent *event)
{
    const bool done = QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return done;
}

} // namespace podium::ui
