// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/plan/peopleplan.h"
#include "core/people/roster/roster.h"
#include "tests/core/people/sketch.h"
#include "tests/core/people/workertext.h"
#include "tests/fakes/nodes.h"

namespace podium::tests {

using namespace podium::people;

inline WorkerRef worker()
{
    return {refOf({}), 0};
}

inline DesiredAccount desiredUser(int keyNumber = 1)
{
    DesiredAccount account;
    account.login = *UserName::parse("user1");
    account.people = {account.login};
    account.keys = {{key(keyNumber), key(keyNumber).text() + " key", std::nullopt, account.login}};
    return account;
}

inline AccountText actualUser(const QByteArray &more = {})
{
    AccountText text;
    text.managed = "origin created";
    text.keys = blockOf({key(1).text() + " key"}) + more;
    return text;
}

/// Plans one worker with one desired account (or none) and what the text says.
inline AccountPlan planOne(
    const std::optional<DesiredAccount> &desired, const std::vector<AccountText> &accounts,
    const QByteArray &more = {}, const PlanContext &context = {})
{
    const auto found = parseFound(workerText(accounts, more));
    DesiredAccounts list;
    if (desired) {
        list.push_back(*desired);
    }
    const auto plans = planPeople({{worker(), &list, &*found, nullptr}}, context);
    for (const AccountPlan &account : plans.at(0).accounts) {
        if (account.login != "podium") {
            return account;
        }
    }
    return {};
}

inline QStringList stepsOf(const AccountPlan &plan)
{
    QStringList names;
    for (const PlanStep &step : plan.steps) {
        names << stepKindName(step.kind);
    }
    return names;
}

inline QString notesOf(const AccountPlan &plan)
{
    QStringList texts;
    for (const PlanNote &note : plan.notes) {
        texts << note.text;
    }
    return texts.join(' ');
}

inline PlanContext formerMemberWith(int keyNumber, const Offboarding &offboarding = {})
{
    PlanContext context;
    FormerMember formerMember;
    formerMember.login = *UserName::parse("user1");
    formerMember.logins = {formerMember.login};
    formerMember.keys = {key(keyNumber)};
    formerMember.offboarding = offboarding;
    context.formerMembers = {formerMember};
    return context;
}

} // namespace podium::tests
