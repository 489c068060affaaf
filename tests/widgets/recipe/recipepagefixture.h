// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/remote/framed.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakekeyring.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/recipe/recipepage.h"

#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

namespace podium::tests {

inline QByteArray answer(const QByteArrayList &states)
{
    QByteArray bytes = recordLine("podium-remote", {"1", "1000"});
    for (const QByteArray &state : states) {
        bytes += recordLine("step", {"a step", state, state == "failed" ? "<b>no room</b>" : ""});
    }
    return bytes + recordLine("end", {});
}

/// What a worker says that is asked for its versions.
inline QByteArray versions(const QByteArray &packages)
{
    QByteArray bytes = recordLine("podium-remote", {"1", "1000"});
    for (const char *name : {"system", "kernel", "python"}) {
        bytes += recordLine("version", {name, "5.19"});
    }
    return bytes + recordLine("version", {"packages", packages}) + recordLine("end", {});
}

constexpr const char *Own = "#: recipe own\n#: purpose Try\n"
                            "#: parameter size choices small,large\n#: about How much\n"
                            "#: parameter key secret\n#: about Yours\n"
                            "#: step One\n#: check\nfalse\n#: act\ntrue\n"
                            "#: step Two\n#: check\nfalse\n#: act\ntrue\n";

/// The page of set-ups on a node of two workers, with a recipe of the person's own.
struct RecipePageFixture
{
    RecipePageFixture()
        : inventory(source, nullptr, clock)
        , secrets(keyring, folder.filePath("data/secrets.json"), clock)
    {
        QDir().mkpath(recipes());
        write(Own);
        inventory::Snapshot snapshot;
        snapshot.nodes.push_back(nodeEntry({.name = "pod", .type = "v4-16", .workers = 2}));
        source.set(snapshot);
        QSignalSpy spy(&inventory, &inventory::Inventory::refreshed);
        inventory.refresh();
        spy.wait(Patience);
        page = std::make_unique<ui::RecipePage>(
            inventory, [this] { return run::RunService(transport, fakeEndpoint, clock); }, secrets,
            [](const std::vector<WorkerRef> &workers) {
                std::vector<secret::PlacedOn> on;
                for (const WorkerRef &worker : workers) {
                    on.push_back({worker, "7", "ada"});
                }
                return on;
            },
            recipes());
        page->resize(1000, 700);
        page->show();
        page->setTargets({"pod"});
        [&] { QTRY_VERIFY(names().contains("own (your own)")); }();
        page->choose("own");
        [&] { QTRY_VERIFY(byName<QLineEdit>(*page, "key")); }();
    }
    [[nodiscard]] QString recipes() const { return folder.filePath("recipes"); }
    void write(const QByteArray &text) const
    {
        QFile file(recipes() + "/own.sh");
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] QStringList names() const
    {
        const auto *list = byName<QListWidget>(*page, "Recipes");
        QStringList all;
        for (int row = 0; row < list->count(); ++row) {
            all << list->item(row)->text();
        }
        return all;
    }
    [[nodiscard]] QPushButton *button(const QString &text) const
    {
        for (auto *each : page->findChildren<QPushButton *>()) {
            if (each->text() == text) {
                return each;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QString cell(int row, int column) const
    {
        return page->findChild<QTableView *>()->model()->index(row, column).data().toString();
    }

    QTemporaryDir folder;
    ManualClock clock;
    FakeTransport transport;
    FakeNodeSource source;
    inventory::Inventory inventory;
    FakeKeyring keyring;
    secret::SecretService secrets;
    std::unique_ptr<ui::RecipePage> page;
};

} // namespace podium::tests
