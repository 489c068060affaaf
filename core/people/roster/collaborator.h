// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/people/keys/publickey.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::people {

/// One key of a person. All times are UTC with whole seconds.
struct RosterKey
{
    PublicKey key;
    QString label;      ///< becomes the comment on the worker: one line of plain text, may be empty
    QByteArray options; ///< as in authorized_keys, kept on request; mostly empty
    QDateTime added;
    std::optional<QDateTime> expires;
    bool operator==(const RosterKey &) const = default;
};

/// An account for a person on some nodes, on all workers of each.
struct Grant
{
    /// NODE, PROJECT/ZONE/NODE, a glob, @all, @LABEL=VALUE, @type=…: a target word of whole nodes.
    QString selector;
    std::optional<UserName> login; ///< none: the person's own
    bool sudo = false;             ///< root without a password
    QStringList groups;
    QString shell;          ///< empty: /bin/bash
    bool adopt = false;     ///< an account of that name that is not Podium's may be taken over
    bool exclusive = false; ///< the account has no other keys: those not on the roster go
    std::optional<QDateTime> from;
    std::optional<QDateTime> until; ///< exclusive
    bool operator==(const Grant &) const = default;
};

/// A collaborator: who it is, with which keys, and where they may be.
struct Person
{
    UserName login;
    QString fullName;
    QString email;
    QString note; ///< the admin's, never sent anywhere
    std::vector<RosterKey> keys;
    std::vector<Grant> grants;
    /// Run after Roster::recipes where an account of this person was made; of this machine, as
    /// those.
    QStringList recipes = {};
    bool operator==(const Person &) const = default;
};

/// What becomes of the account of someone who leaves …
enum class AccountChoice { Keep, Lock, Delete };
/// … and of its home; without effect unless the account is deleted.
enum class HomeChoice { Keep, Archive, Delete };

/// How a person is to leave a worker.
struct Offboarding
{
    AccountChoice account = AccountChoice::Lock;
    HomeChoice home = HomeChoice::Keep;
    bool endSessions = false; ///< end what runs there as that person
    bool operator==(const Offboarding &) const = default;
};

/// Someone who was taken off the roster. Stays known until forgotten on purpose, so that a worker
/// that could not be reached is cleaned when it can be, and so that their keys are recognised.
struct FormerMember
{
    UserName login;
    QString fullName;
    std::vector<UserName> logins; ///< all accounts they had by grants
    std::vector<PublicKey> keys;
    Offboarding offboarding;
    QDateTime since;
    bool operator==(const FormerMember &) const = default;
};

/// Everyone: a value. People and formerMembers are sorted by login, and no login is in both.
struct Roster
{
    std::vector<Person> people;
    std::vector<FormerMember> formerMembers;
    /// Run, in this order, on each worker on which an account was made. Names of recipes of this
    /// machine, so they are in no document that goes elsewhere.
    QStringList recipes = {};
    bool operator==(const Roster &) const = default;
};

} // namespace podium::people
