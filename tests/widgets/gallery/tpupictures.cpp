// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/remote/framed.h"
#include "tests/core/run/fakeruns.h"
#include "tests/core/tpu/tpuanswers.h"
#include "tests/fakes/faketransport.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/nodes/tpudialog.h"

#include <QPushButton>

namespace podium::tests {

namespace {

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
        QStringLiteral("pod-v4"));
    dialog->show();
    return dialog;
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
    buttonOf(*held, "Free…")->click();
    gallery.takePage("tpu-plan", *held, {720, 520});
    transport.setScript(heldByNobody);
    const auto free = opened(transport, clock);
    Lab::waitUntil([&] { return buttonOf(*free, "Check")->isEnabled(); }, "that nobody holds it");
    gallery.takePage("tpu-free", *free, {720, 420});
}

} // namespace podium::tests
