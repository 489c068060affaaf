// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/peoplestory.h"

#include <QCoreApplication>

#include <cstdlib>

namespace podium::models {

using people::ScriptLine;

namespace {

/// What is applied unasked within this time is one action.
constexpr qint64 PauseSeconds = 120;

struct PeopleStoryWords
{
    Q_DECLARE_TR_FUNCTIONS(PeopleStory)
};

Outcome outcomeOf(ScriptLine::Kind kind)
{
    switch (kind) {
    case ScriptLine::Kind::Fail:
        return Outcome::Bad;
    case ScriptLine::Kind::Note:
        return Outcome::Warning;
    default:
        return Outcome::Good;
    }
}

ActionStory newStory(bool isAsked)
{
    return ActionStory(
        ActivityKind::People, isAsked ? PeopleStoryWords::tr("Changes of people applied")
                                      : PeopleStoryWords::tr("Changes of people applied "
                                                             "automatically"));
}

} // namespace

void PeopleStory::begin(const std::vector<WorkerRef> &workers)
{
    m_asked = QSet<WorkerRef>(workers.begin(), workers.end());
    m_actions.push_back({newStory(true), {}, true});
    m_askedAction = m_actions.size() - 1;
}

std::size_t PeopleStory::actionOf(const WorkerRef &worker, const QDateTime &now)
{
    if (m_askedAction && m_asked.remove(worker)) {
        return *m_askedAction;
    }
    // Before the last one: the clock was set back.
    const bool goesOn = !m_actions.empty() && !m_actions.back().isAsked &&
                        std::abs(m_actions.back().last.secsTo(now)) <= PauseSeconds &&
                        !m_actions.back().story.has(worker.node, worker.index);
    if (!goesOn) {
        m_actions.push_back({newStory(false), now, false});
    }
    return m_actions.size() - 1;
}

void PeopleStory::add(std::size_t action, const ActivityPart &part, const QDateTime &now)
{
    m_actions[action].story.add(part, now);
    m_actions[action].last = now;
}

std::optional<ActivityEntry>
PeopleStory::applied(const people::ScriptReport &report, const QDateTime &now)
{
    const WorkerRef &worker = report.worker;
    std::vector<ActivityPart> parts; // one for each person
    const auto addPart = [&parts, &worker](const QString &login, const QString &text, Outcome o) {
        parts.push_back({worker.node, worker.index, login, text, o});
    };
    for (const ScriptLine &line : report.answer.lines) {
        if (line.kind != ScriptLine::Kind::Fine) {
            addPart(line.login, people::sentence(line), outcomeOf(line.kind));
        }
    }
    if (report.answer.error) {
        addPart({}, report.answer.error->summary, Outcome::Bad);
    }
    if (parts.empty()) {
        m_asked.remove(worker);
        return std::nullopt;
    }
    const std::size_t action = actionOf(worker, now);
    m_lastOf.insert(worker, action);
    for (const ActivityPart &part : parts) {
        add(action, part, now);
    }
    return m_actions[action].story.entry();
}

ActivityEntry
PeopleStory::proved(const WorkerRef &worker, const people::KeyProof &proof, const QDateTime &now)
{
    const auto known = m_lastOf.constFind(worker);
    const std::size_t action = known != m_lastOf.constEnd() ? *known : actionOf(worker, now);
    QString text;
    if (proof.isProven()) {
        text = proof.refused == 1
                   ? PeopleStoryWords::tr("sshd refuses the key that was taken away.")
                   : PeopleStoryWords::tr("sshd refuses all %1 keys that were taken away.")
                         .arg(proof.refused);
    } else {
        text = proof.error ? proof.error->summary : proof.taken.join(QLatin1Char(' '));
    }
    add(action,
        {worker.node, worker.index, {}, text, proof.isProven() ? Outcome::Good : Outcome::Bad},
        now);
    return m_actions[action].story.entry();
}

} // namespace podium::models
