// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/peopleservice.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"
#include "tests/core/people/sketch.h"
#include "tests/core/people/workertext.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>
#include <map>

namespace podium::tests {

/// A service whose workers say what they are told to.
struct ServiceFixture
{
    explicit ServiceFixture(const inventory::Snapshot &snapshot)
        : database(folder.filePath("podium.db"))
        , store(database)
        , inventory(source, nullptr, clock)
        , inner([this](const ssh::CommandRequest &request) { return answer(request); })
        , transport(inner)
        , hostKeys(std::make_shared<ssh::HostKeyStore>(folder.filePath("known_hosts")))
        , service(
              {inventory, store, transport, hostKeys, clock,
               [this] {
                   whenAsked();
                   return defaults;
               },
               [this](const ssh::Endpoint &, const Callback<ssh::Route> &done) { done(route); }})
    {
        source.set(snapshot);
        inventory.refresh();
    }

    FakeScript answer(const ssh::CommandRequest &request)
    {
        const auto found = texts.find(request.endpoint.worker);
        if (found == texts.end()) {
            return FakeScript().end(
                ssh::Unreachable{{ErrorKind::Network, "The worker did not answer.", {}, {}, "x"}});
        }
        return FakeScript().login().out(found->second).exit(0);
    }

    /// `count` people user1 …, on all nodes; returns when the roster has them.
    void addPeople(int count)
    {
        for (int i = 1; i <= count; ++i) {
            const QByteArray login = "user" + QByteArray::number(i);
            service.change(
                [login, i](people::Roster roster) {
                    return people::withNewPerson(std::move(roster), person(login, i));
                },
                {&service, [](const Result<people::Roster> &) {}});
        }
        QTRY_COMPARE(int(service.roster().people.size()), count);
        settle();
    }
    /// All workers say that they have these people as they should be.
    void fillWorkers(int count)
    {
        std::vector<AccountText> accounts;
        for (int i = 1; i <= count; ++i) {
            accounts.push_back(accountOf(i));
        }
        for (const WorkerRef &worker : service.workers()) {
            texts[worker] = workerText(accounts);
        }
    }
    [[nodiscard]] static AccountText accountOf(int i)
    {
        AccountText text;
        text.login = "user" + QByteArray::number(i);
        text.uid = 1000 + i;
        text.managed = "origin created";
        text.keys = blockOf({key(i).text() + " key-" + QByteArray::number(i)});
        return text;
    }
    void check()
    {
        bool isDone = false;
        service.inspect(service.workers(), {&service, [&isDone](const std::vector<WorkerRef> &) {
                                                isDone = true;
                                            }});
        QVERIFY(QTest::qWaitFor([&] { return isDone; }, Patience));
        settle();
    }
    /// The nodes are there, and nothing is under way.
    void settle()
    {
        QVERIFY(QTest::qWaitFor(
            [&] { return !inventory.isRefreshing() && !service.isBusy(); }, Patience));
    }

    QTemporaryDir folder;
    ManualClock clock;
    FakeNodeSource source;
    store::DatabaseQueue database;
    people::RosterStore store;
    inventory::Inventory inventory;
    std::map<WorkerRef, QByteArray> texts;
    run::SshDefaults defaults;
    std::function<void()> whenAsked = [] {}; ///< for the defaults: once for each planning
    ssh::Route route;
    FakeTransport inner;
    people::ScriptTransport transport;
    std::shared_ptr<ssh::HostKeyStore> hostKeys;
    people::PeopleService service;
};

} // namespace podium::tests
