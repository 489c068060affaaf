// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/activity/activitydetail.h"

#include "core/models/activity/activitywords.h"
#include "core/models/relativetime.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace podium::ui {

using models::ActivityEntry;
using models::ActivityKind;
using models::ActivityPart;
using models::ActivityWords;
using Kind = ActivityLink::Kind;

namespace {

QString linkText(const ActivityLink &link)
{
    switch (link.kind) {
    case Kind::Node:
        return ActivityDetail::tr("Show %1").arg(link.node->name.text());
    case Kind::Run:
        return ActivityDetail::tr("Show the run");
    case Kind::Person:
        return ActivityDetail::tr("Show %1").arg(link.name);
    case Kind::ConfigVersion:
        break;
    }
    return ActivityDetail::tr("Show ssh config versions");
}

/// The text of the button that filters by it, and the word; empty: there is no such filter.
std::pair<QString, QString> filterOf(const ActivityLink &link)
{
    switch (link.kind) {
    case Kind::Node:
        return {
            ActivityDetail::tr("Only %1").arg(link.node->name.text()),
            ActivityWords::nodeWord(*link.node)};
    case Kind::Run:
        return {ActivityDetail::tr("Only this run"), ActivityWords::runWord(link.name)};
    case Kind::Person:
        return {ActivityDetail::tr("Only %1").arg(link.name), ActivityWords::personWord(link.name)};
    case Kind::ConfigVersion:
        break;
    }
    return {};
}

QString partLine(const ActivityPart &part)
{
    const QString place = models::partPlace(part);
    return place.isEmpty() ? part.text : ActivityDetail::tr("%1: %2").arg(place, part.text);
}

QString textOf(const ActivityEntry &entry, const ActivityPart *part)
{
    QStringList lines{models::fullTimeText(entry.time)};
    if (part) {
        lines << partLine(*part) << ActivityDetail::tr("Part of: %1").arg(entry.text);
        return lines.join(QLatin1Char('\n'));
    }
    if (entry.node) {
        lines
            << (entry.worker < 0 ? entry.node->text()
                                 : WorkerRef{*entry.node, entry.worker}.text());
    } else {
        lines << entry.subject;
    }
    lines << entry.text << entry.detail;
    lines.removeAll(QString());
    for (const ActivityPart &one : entry.parts) {
        lines << QStringLiteral("  ") + partLine(one);
    }
    if (entry.partsLeftOut > 0) {
        lines << ActivityDetail::tr("  and %1 more, which were not kept").arg(entry.partsLeftOut);
    }
    return lines.join(QLatin1Char('\n'));
}

int rank(const ActivityLink &link, ActivityKind kind)
{
    const bool isItsOwn = (kind == ActivityKind::Run && link.kind == Kind::Run) ||
                          (kind == ActivityKind::People && link.kind == Kind::Person) ||
                          (kind == ActivityKind::ConfigWrite && link.kind == Kind::ConfigVersion);
    return isItsOwn ? 0 : 1;
}

} // namespace

std::vector<ActivityLink> linksOf(const ActivityEntry &entry, const ActivityPart *part)
{
    std::vector<ActivityLink> links;
    const std::optional<NodeRef> &node = part && part->node ? part->node : entry.node;
    if (node) {
        links.push_back({.kind = Kind::Node, .node = node});
    }
    if (!entry.run.isEmpty()) {
        links.push_back({.kind = Kind::Run, .name = entry.run});
    }
    const QString &person = part && !part->person.isEmpty() ? part->person : entry.person;
    if (!person.isEmpty()) {
        links.push_back({.kind = Kind::Person, .name = person});
    }
    if (entry.kind == ActivityKind::ConfigWrite) {
        links.push_back({.kind = Kind::ConfigVersion, .version = entry.configVersion});
    }
    if (!part) { // of a part its place says more
        std::stable_sort(links.begin(), links.end(), [&entry](const auto &a, const auto &b) {
            return rank(a, entry.kind) < rank(b, entry.kind);
        });
    }
    return links;
}

ActivityDetail::ActivityDetail(QWidget *parent)
    : QWidget(parent)
    , m_buttons(new QWidget)
    , m_text(new QPlainTextEdit)
{
    auto *row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(Grid * 3 / 2, Grid, Grid * 3 / 2, 0);
    row->setSpacing(Grid);
    for (std::size_t i = 0; i < m_pool.size(); ++i) {
        m_pool[i] = new QPushButton;
        row->addWidget(m_pool[i]);
        connect(m_pool[i], &QPushButton::clicked, this, [this, i] {
            const auto action = m_actions[i]; // by it the buttons may get others
            action();
        });
    }
    row->addStretch();
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Details"));
    m_text->setPlaceholderText(tr("Select an entry to see all of it."));
    m_text->document()->setDocumentMargin(Grid * 3 / 2);
    m_buttons->hide();
    auto *column = makeColumn(0, this);
    column->addWidget(m_buttons);
    column->addWidget(m_text, 1);
}

void ActivityDetail::show(const ActivityEntry &entry, const ActivityPart *part)
{
    const QString text = textOf(entry, part);
    if (m_text->toPlainText() != text) {
        m_text->setPlainText(text); // a selection in it stays where nothing has changed
    }
    showLinks(linksOf(entry, part));
}

void ActivityDetail::clear()
{
    m_text->clear();
    showLinks({});
}

/// The buttons are always the same, so that the way of Tab and the focus stay.
void ActivityDetail::showLinks(const std::vector<ActivityLink> &links)
{
    std::size_t next = 0;
    const auto use = [this, &next](const QString &text, std::function<void()> action) {
        QPushButton *button = m_pool.at(next);
        button->setText(QString(text).replace(QLatin1Char('&'), QLatin1String("&&")));
        button->setAccessibleName(text);
        button->show();
        m_actions.at(next++) = std::move(action);
    };
    for (const ActivityLink &link : links) {
        use(linkText(link), [this, link] { emit linkActivated(link); });
    }
    for (const ActivityLink &link : links) {
        const auto [text, word] = filterOf(link);
        if (!word.isEmpty()) {
            use(text, [this, filter = word] { emit filterRequested(filter); });
        }
    }
    for (; next < m_pool.size(); ++next) {
        m_pool[next]->hide();
    }
    m_buttons->setVisible(!links.empty());
}

} // namespace podium::ui
