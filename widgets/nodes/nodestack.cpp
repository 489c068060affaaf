// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodestack.h"

#include "core/models/problemlink.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/labels.h"
#include "widgets/nodes/firststart.h"

#include <QDesktopServices>
#include <QPushButton>
#include <QScrollArea>
#include <QUrl>

namespace podium::ui {

namespace {

QScrollArea *scrolled(QWidget *widget)
{
    auto *area = new QScrollArea;
    area->setAccessibleName(widget->accessibleName());
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(widget);
    return area;
}

} // namespace

NodeStack::View NodeStack::viewFor(const inventory::Snapshot &snapshot, int shown)
{
    if (snapshot.nodes.empty() && snapshot.problems.empty()) {
        if (snapshot.error) {
            return snapshot.error->kind == ErrorKind::Credentials ? View::FirstStart : View::Failed;
        }
        if (snapshot.projectsError) {
            return View::Failed; // there may be nodes
        }
        return snapshot.asOf.isValid() ? View::Empty : View::Loading;
    }
    return shown == 0 ? View::NoMatch : View::List;
}

NodeStack::NodeStack(QWidget *list, QWidget *parent)
    : QStackedWidget(parent)
    , m_loading(new EmptyState(
          QStringLiteral("cloud"), tr("Finding your nodes"),
          tr("Podium lists all zones of all your projects. Nodes appear here as projects answer.")))
    , m_firstStart(new FirstStart)
    , m_failed(new EmptyState(QStringLiteral("offline"), {}, {}))
    , m_empty(new EmptyState(
          QStringLiteral("nodes"), tr("No TPU nodes"),
          tr("None of your projects has a TPU node now. Podium shows one as soon as it is "
             "created: by + Create above, in the console or with gcloud.")))
    , m_noMatch(new EmptyState(
          QStringLiteral("search"), tr("Nothing matches"),
          tr("No node matches all of these words.")))
{
    // In the order of View.
    addWidget(m_loading);
    addWidget(scrolled(m_firstStart));
    addWidget(m_failed);
    addWidget(m_empty);
    addWidget(m_noMatch);
    addWidget(list);
    for (EmptyState *state : {m_failed, m_empty}) {
        connect(
            state->addAction(state == m_failed ? tr("Try again") : tr("Refresh")),
            &QPushButton::clicked, this, &NodeStack::retryRequested);
    }
    m_link = m_failed->addAction({});
    connect(m_link, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(m_url); });
    connect(
        m_noMatch->addAction(tr("Clear filter")), &QPushButton::clicked, this,
        &NodeStack::clearFilterRequested);
}

void NodeStack::showSnapshot(const inventory::Snapshot &snapshot, int shown)
{
    m_view = viewFor(snapshot, shown);
    if (const auto &error = snapshot.error ? snapshot.error : snapshot.projectsError) {
        m_firstStart->setReason(*error);
        QStringList more{error->detail, models::windowHint(*error)};
        more.removeAll(QString());
        m_failed->setTexts(error->summary, more.join(QLatin1Char('\n')));
        const models::ProblemLink link = models::problemLink(*error);
        m_url = link.url;
        m_link->setText(link.text);
        m_link->setToolTip(plainToolTip(link.url));
        m_link->setVisible(!link.url.isEmpty());
    }
    setCurrentIndex(int(m_view));
}

} // namespace podium::ui
