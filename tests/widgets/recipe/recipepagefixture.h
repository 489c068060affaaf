// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakekeyring.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/recipe/recipepage.h"
#include "widgets/recipe/recipereview.h"
#include "widgets/run/panes/pane.h"

#include <QAccessible>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

namespace podium::tests {

/// An answer's record.
inline QByteArray record(const QByteArray &kind, const QByteArrayList &fields)
{
    QByteArray line = kind + ' ' + QByteArray::number(fields.size()) + ' ';
    for (const QByteArray &field : fields) {
        line += QByteArray::number(field.size()) + ':' + field + ',';
    }
    return line + '\n';
}

inline QByteArray answer(const QByteArrayList &states)
{
    QByteArray bytes = record("podium-remote", {"1", "1000"});
    for (const QByteArray &state : states) {
        bytes += record("step", {"a step", state, state == "failed" ? "<b>no room</b>" : ""});
    }
    return bytes + record("end", {});
}

/// A worker that prints this, and comes to its end with these states.
inline FakeScript carriedOut(const QByteArray &printed, const QByteArrayList &states)
{
    return FakeScript()
        .login()
        .err(printed)
        .out(answer(states))
        .exit(states.contains("failed") ? 1 : 0);
}

/// What a worker says that is asked for its versions.
inline QByteArray versions(const QByteArray &packages)
{
    QByteArray bytes = record("podium-remote", {"1", "1000"});
    for (const char *name : {"system", "kernel", "python"}) {
        bytes += record("version", {name, "5.19"});
    }
    return bytes + record("version", {"packages", packages}) + record("end", {});
}

constexpr const char *Own = "#: recipe own\n#: purpose Try\n"
                            "#: parameter size choices small,large\n#: about How much\n"
                            "#: parameter key secret\n#: about Yours\n"
                            "#: step One\n#: check\nfalse\n#: act\ntrue\n"
                            "#: step Two\n#: check\nfalse\n#: act\ntrue\n";

/// The page of set-ups on a node of so many workers, with a recipe of the person's own.
struct RecipePageFixture
{
    explicit RecipePageFixture(int size = 2)
        : inventory(source, nullptr, clock)
        , secrets(keyring, folder.filePath("data/secrets.json"), clock)
    {
        QDir().mkpath(recipes());
        write(Own);
        inventory::Snapshot snapshot;
        snapshot.nodes.push_back(nodeEntry({.name = "pod", .type = "v4-16", .workers = size}));
        source.set(snapshot);
        QSignalSpy spy(&inventory, &inventory::Inventory::refreshed);
        inventory.refresh();
        spy.wait(Patience);
        page = std::make_unique<ui::RecipePage>(
            inventory,
            ui::RecipePage::Running{
                [this] {
                    return run::RunService(
                        transport,
                        [](const WorkerRef &worker) {
                            ssh::Endpoint endpoint;
                            endpoint.worker = worker;
                            endpoint.address = QStringLiteral("192.0.2.1");
                            return endpoint;
                        },
                        clock);
                },
                [] { return run::OutputLimits(); }, clock},
            secrets,
            [](const std::vector<WorkerRef> &workers) {
                std::vector<secret::PlacedOn> on;
                for (const WorkerRef &worker : workers) {
                    on.push_back({worker, "7", "ada"});
                }
                return on;
            },
            [this](const cloud::BucketName &bucket, const auto &done) {
                asked.emplace_back(bucket, done);
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
    /// What is shown before anything is sent; null: it is not shown.
    [[nodiscard]] ui::RecipeReview *review() const
    {
        for (auto *each : page->findChildren<ui::RecipeReview *>()) {
            if (each->isVisible()) { // one that was closed may be about to go
                return each;
            }
        }
        return nullptr;
    }
    void confirm() const
    {
        QTRY_VERIFY(review());
        review()->accept();
    }
    /// The recipe with what is filled in.
    void apply() const
    {
        button("Apply")->click();
        confirm();
    }
    /// The recipe with the secret that it wants.
    void applyWithKey() const
    {
        byName<QLineEdit>(*page, "key")->setText("hunter2");
        apply();
    }
    /// The pane of a worker, where it is to be seen.
    [[nodiscard]] ui::Pane *pane(int worker) const
    {
        return byName<ui::Pane>(*page, QStringLiteral("pod:%1").arg(worker));
    }
    /// What a screen reader reads in it.
    [[nodiscard]] QString printed(int worker) const
    {
        ui::Pane *shown = pane(worker);
        QAccessibleInterface *accessible =
            shown ? QAccessible::queryAccessibleInterface(&shown->output()) : nullptr;
        return accessible ? accessible->textInterface()->text(0, 100'000) : QString();
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
    /// Where these buckets are was asked, and is for the test to answer.
    std::vector<std::pair<cloud::BucketName, Callback<Result<cloud::BucketPlace>>>> asked;
    std::unique_ptr<ui::RecipePage> page;
};

} // namespace podium::tests
