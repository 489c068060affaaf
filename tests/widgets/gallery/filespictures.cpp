// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/faketransport.h"
#include "tests/widgets/files/fakeform.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/files/copyform.h"
#include "widgets/files/fetchform.h"
#include "widgets/files/transferpage.h"
#include "widgets/run/kinds/runkinds.h"
#include "widgets/run/kinds/scriptsbar.h"
#include "widgets/run/page/runpage.h"

namespace podium::tests {

namespace {

using files::CopyState;
using Direction = files::Transfer::Direction;

constexpr qint64 Megabyte = 1'000'000;

/// A page whose workers are what it is told.
struct TransferLab
{
    TransferLab(Lab &lab, ui::TransferForm *real, Direction direction)
        : form(new FakeForm(real, direction))
        , page(
              lab.inventory,
              [this] {
                  return run::RunService(
                      transport, [](const WorkerRef &) { return ssh::Endpoint(); }, clock);
              },
              clock, form)
    {}
    void plan(const QStringList &targets)
    {
        page.setTargets(targets);
        page.goOn();
    }

    ManualClock clock;
    FakeTransport transport;
    FakeForm *form;
    ui::TransferPage page;
};

/// Some are to be sent all, one has it, one refuses, one was not reached.
void fillPlan(FakeTransfer &transfer)
{
    files::LocalTree &tree = transfer.source();
    for (const char *name : {"a", "b", "c"}) {
        tree.entries.push_back({{name, files::EntryKind::File, 0644, 4 * Megabyte, 1, {}}, name});
    }
    tree.entries.push_back({{"src", files::EntryKind::Folder, 0755, 0, 1, {}}, "src"});
    tree.bytes = 12 * Megabyte;
    tree.problems = {{"src/.cache/socket", "neither a file, a folder nor a link"}};
    transfer.setDeletesExtras(true);
    for (std::size_t i = 0; i < transfer.workers().size(); ++i) {
        files::WorkerPlan &plan = transfer.worker(i).plan;
        plan.send = {0, 1, 2, 3};
        plan.replaced = i % 3;
        plan.bytes = 12 * Megabyte;
        plan.freeBytes = qint64(80 + i) * 1000 * Megabyte;
        plan.extras = {"src/old/model_v1.py", "src/old"};
    }
    files::WorkerPlan &same = transfer.worker(1).plan;
    same.send.clear();
    same.bytes = 0;
    same.replaced = 0;
    same.extras.clear();
    transfer.worker(2).plan.conflicts = {{"src/data", "a folder here, a link there"}};
    transfer.worker(4).plan.error = Error{
        ErrorKind::Refused,
        QStringLiteral("The worker's disk has no room for it."),
        QStringLiteral("It takes 12 MB, and 3 MB are free."),
        {},
        {}};
    transfer.worker(5).plan.error =
        Error{ErrorKind::Network, QStringLiteral("No route to host."), {}, {}, {}};
    transfer.worker(5).plan.freeBytes.reset();
}

void fillProgress(FakeTransfer &transfer)
{
    for (std::size_t i = 0; i < transfer.workers().size(); ++i) {
        files::WorkerCopy &copy = transfer.worker(i);
        copy.state = copy.plan.error ? CopyState::Failed : CopyState::Sending;
        copy.error = copy.plan.error;
        copy.doneBytes = copy.plan.error ? 0 : copy.plan.bytes * qint64(i + 2) / 10;
    }
    transfer.worker(1).state = CopyState::Verified;
    transfer.worker(7).state = CopyState::Planned;
    transfer.worker(7).doneBytes = 0;
}

void fillVerdicts(FakeTransfer &transfer)
{
    for (std::size_t i = 0; i < transfer.workers().size(); ++i) {
        files::WorkerCopy &copy = transfer.worker(i);
        copy.state = copy.plan.error ? CopyState::Failed : CopyState::Verified;
        copy.doneBytes = copy.plan.error ? 0 : copy.plan.bytes;
        copy.tookMs = 2100 + qint64(i) * 100;
    }
    transfer.worker(2).state = CopyState::Incomplete;
    transfer.worker(3).state = CopyState::Incomplete;
    transfer.worker(3).missing = {
        {"src/log.txt", "it is not what it was when the copy began, or cannot be read"}};
}

void takeCopies(Gallery &gallery, Lab &lab)
{
    auto *form =
        new ui::CopyForm([] { return gateway::InternalEndpointOf(); }, [](const auto &) {});
    TransferLab copies(lab, form, Direction::ToWorkers);
    gallery.takePage(QStringLiteral("files-copy-empty"), copies.page);
    gallery.takePage(QStringLiteral("files-copy-empty-small"), copies.page, {740, 520});
    form->findChildren<QCheckBox *>().last()->setChecked(true); // once over the line
    form->addFiles({"/home/ada/work/lm-pretrain/src", "/home/ada/work/lm-pretrain/config.yaml"});
    copies.plan({QStringLiteral("pod-v4")});
    gallery.takePage(QStringLiteral("files-copy-looking"), copies.page);
    FakeTransfer &transfer = copies.form->last();
    fillPlan(transfer);
    files::PassedOn facts;
    facts.gateway = transfer.worker(0).plan.worker;
    facts.needsEngine = true;
    facts.linkBytes = transfer.worker(0).plan.bytes;
    facts.sentBytes = facts.linkBytes + Megabyte / 2;
    transfer.setPassedOn(facts);
    transfer.endPlan();
    gallery.takePage(QStringLiteral("files-copy-plan"), copies.page);
    gallery.takePage(QStringLiteral("files-copy-plan-small"), copies.page, {740, 520});
    copies.page.goOn();
    Lab::waitUntil(
        [&] {
            fillProgress(transfer);
            copies.clock.advance(1);
            return copies.page.state().permille() > 0;
        },
        "a copy that goes on");
    copies.clock.advance(2);
    QSignalSpy ticks(&copies.page.state(), &models::TransferState::progressed);
    Lab::waitUntil([&] { return ticks.count() > 1; }, "its progress");
    gallery.takePage(QStringLiteral("files-copy-moving"), copies.page);
    fillVerdicts(transfer);
    transfer.end();
    gallery.takePage(QStringLiteral("files-copy-done"), copies.page);
    gallery.takePage(QStringLiteral("files-copy-done-small"), copies.page, {740, 520});
}

void takeFetches(Gallery &gallery, Lab &lab)
{
    auto *form = new ui::FetchForm;
    TransferLab fetches(lab, form, Direction::FromWorkers);
    gallery.takePage(QStringLiteral("files-fetch-empty"), fetches.page);
    const auto fields = form->findChildren<QLineEdit *>();
    fields.at(0)->setText(QStringLiteral("logs/run17"));
    fields.at(1)->setText(QStringLiteral("/home/ada/results"));
    fetches.plan({QStringLiteral("pod-v4")});
    FakeTransfer &transfer = fetches.form->last();
    transfer.setFolder("/home/ada/results");
    for (std::size_t i = 0; i < transfer.workers().size(); ++i) {
        files::WorkerPlan &plan = transfer.worker(i).plan;
        plan.send = {0, 1};
        plan.bytes = 300 * Megabyte + qint64(i) * Megabyte;
        plan.freeBytes = 120'000 * Megabyte;
    }
    transfer.worker(1).plan.conflicts = {{"run17/train.log", "another one is here"}};
    transfer.worker(3).plan.unread = {{"run17/latest", "a link that leads out of what is fetched"}};
    transfer.endPlan();
    gallery.takePage(QStringLiteral("files-fetch-plan"), fetches.page);
}

/// All kinds of the Run page, that of copies on top.
void takeKinds(Gallery &gallery, Lab &lab)
{
    FakeTransport transport;
    ui::RunKinds kinds(
        new ui::RunPage(lab.inventory, transport, run::SshDefaults(), lab.clock),
        new ui::ScriptsBar);
    const auto add = [&kinds](const QString &title, QWidget *page) {
        kinds.add({title, page, [] { return QStringList(); }, [](const QStringList &) {}});
    };
    auto *copies = new ui::TransferPage(
        lab.inventory,
        [&] {
            return run::RunService(
                transport, [](const WorkerRef &) { return ssh::Endpoint(); }, lab.clock);
        },
        lab.clock, new ui::CopyForm);
    add(said(QStringLiteral("Recipe")), new QWidget);
    add(said(QStringLiteral("Copy")), copies);
    add(said(QStringLiteral("Fetch")), new QWidget);
    kinds.showKind(ui::RunKinds::Copies);
    gallery.takePage(QStringLiteral("files-kinds"), kinds);
    gallery.takePage(QStringLiteral("files-kinds-small"), kinds, {740, 520});
}

} // namespace

void takeFiles(Gallery &gallery)
{
    if (!gallery.wants(QStringLiteral("files-copy-empty files-copy-plan files-copy-moving "
                                      "files-copy-done files-fetch-plan files-kinds"))) {
        return;
    }
    Lab lab(demoLab());
    takeCopies(gallery, lab);
    takeFetches(gallery, lab);
    takeKinds(gallery, lab);
}

} // namespace podium::tests
