// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/remote/framed.h"
#include "tests/core/run/fakeruns.h"
#include "tests/core/tpu/tpuanswers.h"
#include "tests/fakes/faketransport.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/nodes/tpudialog.h"

#include <QPushButton>

#include <memory>
#include <set>
#include <utility>

namespace podium::tests {

namespace {

constexpr QSize SmallSize(480, 320);

/// One person's training on all workers, another one's notebook on the first; one cannot be asked.
FakeScript heldByTwo(const ssh::CommandRequest &request)
{
    const int index = request.endpoint.worker.index;
    if (index == 3) {
        return FakeScript().end(
            ssh::Unreachable{{ErrorKind::Network, "No route to host.", {}, {}, {}}});
    }
    std::vector<tpu::Holder> holders{
        holderOf(4100 + index, 1000, "ada", "python3 train.py --config=large")};
    for (int chip = 1; chip < 4; ++chip) {
        holders.front().chips << QStringLiteral("/dev/accel%1").arg(chip);
    }
    if (index == 0) {
        holders.push_back(holderOf(5200, 1001, "grace", "jupyter-lab --no-browser --port=8888"));
    }
    return FakeScript().login().out(framed(answerOf(heldBy(std::move(holders))))).exit(0);
}

FakeScript heldByNobody(const ssh::CommandRequest &)
{
    return FakeScript().login().out(framed(answerOf(heldBy({})))).exit(0);
}

/// As a worker says it whose chips are as they should be, but for who holds them.
remote::Answer checkedAt(int index, const tpu::WorkerHolders &found)
{
    remote::Answer answer = checkOf(found);
    for (remote::Record &record : answer.records) {
        if (record.at(0) == "agent-worker-number") {
            record.fields[1] = QByteArray::number(index);
        }
    }
    return answer;
}

/// The same, and then: the first is still another one's, on the third a loop starts it again.
class FreedInPart final
{
public:
    FakeScript operator()(const ssh::CommandRequest &request)
    {
        const int index = request.endpoint.worker.index;
        if (request.input.contains("\nend ")) {
            m_ended->insert(index);
        }
        if (m_ended->count(index) == 0) {
            return heldByTwo(request);
        }
        std::vector<tpu::Holder> holders;
        if (index == 0) {
            holders = {holderOf(5200, 1001, "grace", "jupyter-lab --no-browser --port=8888")};
        } else if (index == 2) {
            holders = {holderOf(9100, 1000, "ada", "python3 train.py --config=large")};
            holders[0].parentPid = 812;
            holders[0].parentCommand = "bash /home/ada/loop.sh";
        }
        const auto found = heldBy(std::move(holders));
        return FakeScript().login().out(framed(checkedAt(index, found))).exit(0);
    }

private:
    std::shared_ptr<std::set<int>> m_ended = std::make_shared<std::set<int>>();
};

/// The workers take their time to end them.
FakeScript endsSlowly(const ssh::CommandRequest &request)
{
    return request.input.contains("\nend ") ? FakeScript().login().hang() : heldByTwo(request);
}

/// Why it cannot be told whether it is free: no tool there, a lock and no chip; a lock file that
/// keeps others out; no connection.
FakeScript unknownByAll(const ssh::CommandRequest &request)
{
    const int index = request.endpoint.worker.index;
    tpu::WorkerHolders found = heldBy({});
    if (index == 1) {
        found.lock = tpu::LockFile{7, 1001, "grace", 771};
    } else if (index == 2) {
        found.lock = tpu::LockFile{7, 1001, "grace", 0};
    } else if (index == 3) {
        return heldByTwo(request);
    }
    remote::Answer answer = answerOf(found);
    if (index == 0) {
        answer.records.back() = {
            "step", {"holders", "unknown", "GNU find, or ls, awk and readlink are needed there"}};
    }
    return FakeScript().login().out(framed(answer)).exit(0);
}

/// One is as it should be, one has lost its driver, one does not say who it is.
FakeScript badInPart(const ssh::CommandRequest &request)
{
    const int index = request.endpoint.worker.index;
    if (index == 3) {
        return heldByTwo(request);
    }
    remote::Answer answer = checkedAt(index, heldBy({}));
    for (remote::Record &record : answer.records) {
        if (index == 1 && record.kind == "chip") {
            record.fields[2] = "none";
        } else if (index == 2 && record.kind == "metadata") {
            record = {"step", {"metadata", "unknown", "the metadata server did not answer"}};
        }
    }
    return FakeScript().login().out(framed(answer)).exit(0);
}

/// All are as they should be; then one fails, for which the others wait.
FakeScript failsOnOne(const ssh::CommandRequest &request)
{
    const int index = request.endpoint.worker.index;
    if (request.command == "true") { // all log in before any starts
        return FakeScript().login().exit(0);
    }
    if (!request.input.contains("TPU-OK")) {
        return FakeScript().login().out(framed(checkedAt(index, heldBy({})))).exit(0);
    }
    const remote::Record said{
        "probe", {"jax", "python3", "1", "UNAVAILABLE: No TPU Platform available"}};
    return index == 1 ? FakeScript().login().out(framed({{said}, false, true})).exit(1)
                      : FakeScript().login().hang();
}

QPushButton *buttonOf(const ui::TpuDialog &dialog, const char *text)
{
    for (auto *each : dialog.findChildren<QPushButton *>()) {
        if (each->text() == said(text)) {
            return each;
        }
    }
    return nullptr;
}

std::unique_ptr<ui::TpuDialog> opened(FakeTransport &transport, const Clock &clock)
{
    auto dialog = std::make_unique<ui::TpuDialog>(
        std::make_unique<tpu::TpuSession>(
            run::RunService(transport, reachable, clock), specFor(4).workers,
            [](const WorkerRef &worker) {
                return tpu::Expected{worker.index, 4, 4};
            }),
        QStringLiteral("pod-v4"), clock);
    dialog->show();
    return dialog;
}

void waitForAll(const ui::TpuDialog &dialog)
{
    Lab::waitUntil(
        [&] { return buttonOf(dialog, "Check")->isEnabled(); }, "all workers to have answered");
}

/// What came of freeing and checking, and where nothing can be told.
void takeOutcomes(Gallery &gallery, FakeTransport &transport, const Clock &clock)
{
    const QSize usual(720, 420);
    transport.setScript(FreedInPart());
    const auto freed = opened(transport, clock);
    waitForAll(*freed);
    buttonOf(*freed, "Free…")->click();
    buttonOf(*freed, "End these")->click();
    waitForAll(*freed);
    gallery.takePage("tpu-freed", *freed, usual);
    gallery.takePage("tpu-freed-small", *freed, SmallSize);
    transport.setScript(unknownByAll);
    const auto unknown = opened(transport, clock);
    waitForAll(*unknown);
    gallery.takePage("tpu-unknown", *unknown, usual);
    for (const auto &[script, name] :
         {std::pair(&badInPart, "tpu-check-bad"), std::pair(&failsOnOne, "tpu-check-failing")}) {
        transport.setScript(script);
        const auto checked = opened(transport, clock);
        waitForAll(*checked);
        buttonOf(*checked, "Check")->click();
        waitForAll(*checked);
        gallery.takePage(name, *checked, usual);
    }
}

} // namespace

void takeTpu(Gallery &gallery)
{
    if (!gallery.wants("tpu")) {
        return;
    }
    const SystemClock clock;
    FakeTransport transport(heldByTwo);
    const auto held = opened(transport, clock);
    Lab::waitUntil([&] { return buttonOf(*held, "Free…")->isEnabled(); }, "who holds the TPU");
    gallery.takePage("tpu-held", *held, {720, 420});
    gallery.takePage("tpu-held-small", *held, SmallSize);
    buttonOf(*held, "Free…")->click();
    gallery.takePage("tpu-plan", *held, {720, 520});
    gallery.takePage("tpu-plan-small", *held, SmallSize);
    transport.setScript(endsSlowly);
    const auto freeing = opened(transport, clock);
    waitForAll(*freeing);
    buttonOf(*freeing, "Free…")->click();
    buttonOf(*freeing, "End these")->click();
    gallery.takePage("tpu-freeing", *freeing, {720, 420});
    transport.setScript(heldByNobody);
    const auto free = opened(transport, clock);
    Lab::waitUntil([&] { return buttonOf(*free, "Check")->isEnabled(); }, "that nobody holds it");
    gallery.takePage("tpu-free", *free, {720, 420});
    takeOutcomes(gallery, transport, clock);
}

} // namespace podium::tests
