// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/actionstory.h"

#include <QCoreApplication>
#include <QSet>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace podium::models {

namespace {

struct StoryWords
{
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

Outcome worst(Outcome a, Outcome b)
{
    for (const Outcome outcome : {Outcome::Bad, Outcome::Warning, Outcome::Busy, Outcome::Good}) {
        if (a == outcome || b == outcome) {
            return outcome;
        }
    }
    return a;
}

/// Nodes of one name in several projects are several places.
QString wholePlace(const ActivityPart &part)
{
    return part.node ? QStringLiteral("%1:%2").arg(part.node->text()).arg(part.worker)
                     : partPlace(part);
}

} // namespace

ActionStory::ActionStory(ActivityKind kind, QString title)
    : m_kind(kind)
    , m_title(std::move(title))
    , m_id(QUuid::createUuid().toString(QUuid::WithoutBraces))
{}

void ActionStory::add(const ActivityPart &part, const QDateTime &time)
{
    if (m_parts.empty()) {
        m_time = time;
    }
    const auto same = std::find_if(m_parts.begin(), m_parts.end(), [&part](const auto &other) {
        return other.node == part.node && other.worker == part.worker &&
               other.person == part.person;
    });
    if (same == m_parts.end()) {
        m_parts.push_back(part);
        return;
    }
    same->text += QLatin1Char(' ') + part.text;
    same->outcome = worst(same->outcome, part.outcome);
}

bool ActionStory::has(const NodeRef &node, int worker) const
{
    return std::any_of(m_parts.begin(), m_parts.end(), [&node, worker](const ActivityPart &part) {
        return part.node == node && part.worker == worker;
    });
}

/// "tpu1", "pod-v4, 8 workers", "tpu1 and 6 more".
QString ActionStory::subject() const
{
    QSet<QString> places;
    for (const ActivityPart &part : m_parts) {
        places.insert(wholePlace(part));
    }
    const QString first = partPlace(m_parts.front());
    if (places.size() == 1) {
        return first;
    }
    const auto &node = m_parts.front().node;
    const bool isOneNode = node && std::all_of(m_parts.begin(), m_parts.end(), [&](const auto &p) {
                               return p.node == node;
                           });
    return isOneNode ? StoryWords::tr("%1, %2 workers").arg(node->name.text()).arg(places.size())
                     : StoryWords::tr("%1 and %2 more").arg(first).arg(places.size() - 1);
}

QString ActionStory::sentence() const
{
    if (m_parts.size() == 1) {
        return m_parts.front().text;
    }
    QSet<QString> all;
    QSet<QString> failed;
    QSet<QString> doubtful; // as a node of which Google has not said what becomes of it
    for (const ActivityPart &part : m_parts) {
        const QString place = wholePlace(part);
        all.insert(place);
        if (part.outcome == Outcome::Bad) {
            failed.insert(place);
        } else if (part.outcome == Outcome::Warning) {
            doubtful.insert(place);
        }
    }
    doubtful.subtract(failed);
    QStringList numbers;
    const auto add = [&numbers](int count, const QString &text) {
        if (count > 0) {
            numbers << text.arg(count);
        }
    };
    add(int(all.size() - failed.size() - doubtful.size()), StoryWords::tr("%1 ok"));
    add(int(failed.size()), StoryWords::tr("%1 failed"));
    add(int(doubtful.size()), StoryWords::tr("%1 to be checked"));
    return StoryWords::tr("%1: %2.").arg(m_title, numbers.join(QStringLiteral(" · ")));
}

QString ActionStory::onlyPerson() const
{
    const QString &first = m_parts.front().person;
    const bool isOne = std::all_of(m_parts.begin(), m_parts.end(), [&first](const auto &part) {
        return part.person == first;
    });
    return isOne ? first : QString();
}

ActivityEntry ActionStory::entry() const
{
    ActivityEntry entry;
    entry.time = m_time;
    entry.kind = m_kind;
    entry.action = m_id;
    entry.subject = subject();
    entry.text = sentence();
    entry.person = onlyPerson();
    entry.outcome = m_parts.front().outcome;
    const auto &node = m_parts.front().node;
    bool isOneNode = node.has_value();
    for (const ActivityPart &part : m_parts) {
        entry.outcome = worst(entry.outcome, part.outcome);
        isOneNode = isOneNode && part.node == node;
    }
    if (isOneNode) {
        entry.node = node;
    }
    if (m_parts.size() == 1) {
        entry.worker = m_parts.front().worker;
    } else {
        entry.setParts(m_parts);
    }
    return entry;
}

} // namespace podium::models
