// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/people/peopleservice.h"

#include <QObject>
#include <QSet>
#include <QString>

#include <functional>
#include <initializer_list>
#include <optional>

namespace podium::ui {

/// What the People page changes on the roster, one person at a time: does it, offers the way back,
/// and looks at workers that the change is about and nobody has seen.
class RosterChanges final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    RosterChanges(people::PeopleService &service, const Clock &clock, QObject *parent = nullptr);

    /// Whether workers are brought to what the roster says without being asked.
    void setAutoApplied(bool isAutoApplied) { m_isAutoApplied = isAutoApplied; }
    /// What a form says of a person; `before` is who it was filled with, nobody for a new one.
    /// `over`: whether it could be done.
    void save(
        const std::optional<people::Person> &before, const people::Person &person, bool isNew,
        Callback<bool> over);
    void remove(const people::Person &person, const people::Offboarding &offboarding);
    void removeKey(const UserName &login, const QString &fingerprint);
    void removeGrant(const UserName &login, const people::Grant &grant);
    void forget(const UserName &login);

signals:
    /// `undo` leads back.
    void done(const QString &text, const QString &hint, const std::function<void()> &undo);
    void undone();
    void failed(const podium::Error &error);
    /// This person's row is another.
    void changed(const podium::UserName &login);
    /// Nobody has looked at these workers yet, and the change concerns them.
    void checkRequested(const std::vector<podium::WorkerRef> &workers);
    /// As a sentence for Activity.
    void noted(const QString &subject, const QString &text);

private:
    /// What a change is told with, and what follows from it; that may be empty, and is another
    /// thing where it is applied automatically.
    struct Told
    {
        QString text;
        QString hint;
        QString what = {}; ///< the same is not begun twice; empty: it cannot be
    };

    void change(
        people::RosterStore::Change change, const UserName &login, const Told &told,
        Callback<bool> over = {});
    void undo(const people::Roster &before, const people::Roster &after, const UserName &login);
    void look(std::initializer_list<const people::Person *> people);
    [[nodiscard]] static Told told(const QString &text, const QString &what = {});
    [[nodiscard]] QString whatIsApplied(std::initializer_list<const people::Person *> people) const;
    [[nodiscard]] Told removal(const people::Person &person) const;

    people::PeopleService &m_service;
    const Clock &m_clock;
    bool m_isAutoApplied = false;
    QSet<QString> m_begun; ///< changes that are being written
};

} // namespace podium::ui
