// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/pastrunsmodel.h"
#include "tests/widgets/gallery/lab.h"
#include "tests/widgets/run/pagefixture.h"

namespace podium::tests {

/// What was run before, one of it selected.
void takePastRuns(Gallery &gallery)
{
    if (!gallery.wants("run-past")) {
        return;
    }
    PageFixture fixture;
    models::PastRunsModel past(fixture.clock);
    std::vector<store::PastRun> runs;
    const auto add = [&](
        const char *id, const char *command, const QStringList &targets, int workers,
        int secondsAgo, store::PastRun::End end) -> auto &
    {
        store::PastRun run;
        run.id = id;
        run.command = command;
        run.targets = targets;
        run.workers = workers;
        run.startedAt = fixture.clock.now().addSecs(-secondsAgo);
        run.end = end;
        run.endedAt = run.startedAt.addSecs(secondsAgo / 7);
        runs.push_back(run);
        return runs.back();
    };
    using End = store::PastRun::End;
    const QString pod = "lab-speech/us-central2-b/pod-v4:0-7";
    add("1", "python3 train.py --config base.yaml", {pod}, 8, 700, End::Finished).summary = {
        .ok = 7, .failed = 1};
    add("2", "hostname; uptime", {pod}, 8, 5000, End::Finished).summary = {.ok = 8};
    auto &secret = add("3", "wandb login && ./resume.sh", {pod}, 8, 9000, End::Finished);
    secret.summary = {.ok = 6, .unreachable = 2};
    secret.hadEnvironment = true;
    add("4", "./train.sh --config large",
        {"p/z/a:0", "p/z/transformer-base-eu-run-17:0-3", "p/z/c:0"}, 6, 90000, End::Closed)
        .summary = {.ok = 2, .running = 4};
    add("5", "python3 eval.py", {pod}, 8, 190000, End::Left);
    past.setRuns(runs);
    fixture.page.setPastRuns(past);
    fixture.page.show();
    fixture.page.showPastRun("3");
    gallery.takePage("run-past", fixture.page);
    gallery.takePage("run-past-small", fixture.page, {780, 520});
}

} // namespace podium::tests
