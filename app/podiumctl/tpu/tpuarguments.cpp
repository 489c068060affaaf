// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/tpuarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/tpu/tputask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SharedTpu = std::shared_ptr<TpuArguments>;
using TpuAction = TpuArguments::Action;

constexpr const char *TpuFooter =
    R"(TARGET is as for `podiumctl run`. Nothing is installed on a worker: a script goes there over stdin and
becomes root where sudo asks for no password; else other people's processes cannot be seen, and who
holds the TPU is unknown.)";
constexpr const char *TpuHoldersFooter =
    R"(Which processes have chips of a worker open (/dev/accel*, /dev/vfio/*): that is the truth, also inside
containers. libtpu's lock file is a hint: one that a killed process left keeps other users out.

JSON
  {"summary",
   "workers":[{"worker","free":BOOL,"devices":[PATH],
     "holders":[{"pid","user","ageSeconds":N|null,"command","state",
                 "container":ID|null,"engine":NAME|null,"chips":[PATH]}],
     "lockFile":{"user","ownerPid":N|null,"stale":BOOL}|null,
     "unknown":REASON|null}]}

EXIT STATUS
  0 told for all; 1 unknown on a worker; 2 usage; 3 a worker was not reached; 5 the cloud)";
constexpr const char *TpuFreeFooter =
    R"(Shows first what it would do; --yes does it. Your own processes end: TERM, ten seconds later KILL. Those
of another user stay unless you name that user. A container is stopped, not killed: its restart policy
would undo it. A process that is not the one that was seen is left alone. The lock file is
removed once nobody holds the TPU. Then the workers on which something was ended are checked, as by `tpu
check --look-only`.

JSON
  {"done":BOOL (true: exit status 0),
   "workers":[{"worker","plan":[SENTENCE],"steps":[{"step","state","detail"}],
     "free":BOOL|null,"outcome":SENTENCE|null,"verdict":"good|busy|bad|unknown"|null,
     "findings":[SENTENCE],"holders":[as of `tpu holders`],"unknown":REASON|null}]}

EXIT STATUS
  0 all are free, and good where they were freed; 1 one is not, or it is unknown;
  3 a worker was not reached; 4 not confirmed; 5 the cloud)";
constexpr const char *TpuHealthFooter =
    R"(First without using it: chips on the bus, device nodes and what the type has, driver, lock, holders, and
whether worker, node and type are those that Podium believes. What cannot be looked at there makes it
unknown, not good. Then JAX, else torch_xla, multiplies a matrix on the chips, on all workers of a node
at once, since on a slice each waits for the others: it must run on a TPU, and all workers and chips take
part. On a node of one worker that has neither, TensorFlow does. Where it fails on one it is ended on the others of the node. A TPU that is held is never tried, nor
is part of a slice.

JSON
  {"workers":[{"worker","verdict":"good|busy|bad|unknown","findings":[SENTENCE],"libtpu":PATH|null,
     "answers":BOOL|null,"probe":SENTENCE|null,"output":TEXT|null}]}

EXIT STATUS
  0 all answer (with --look-only: are as they should be); 1 one does not, or it is unknown;
  3 a worker was not reached; 5 the cloud)";

CLI::App *
tpuAction(CLI::App *tpu, const char *name, const char *what, TpuAction which, const SharedTpu &to)
{
    CLI::App *app = tpu->add_subcommand(name, what);
    app->callback([to, which] { to->action = which; });
    addTexts(app, "TARGET", to->targets, "Nodes and workers, as for run")->required();
    addJson(app, to->json);
    return app;
}

void addTpu(CLI::App &app, const SharedTpu &arguments)
{
    CLI::App *tpu = app.add_subcommand("tpu", "Show who holds a TPU, free it, check that it works");
    tpu->footer(TpuFooter);
    tpu->require_subcommand(1);
    tpuAction(tpu, "holders", "Which processes hold the TPU", TpuAction::Holders, arguments)
        ->footer(TpuHoldersFooter);
    CLI::App *free = tpuAction(tpu, "free", "End what holds the TPU", TpuAction::Free, arguments);
    free->footer(TpuFreeFooter);
    addTexts(free, "--user", arguments->users, "End this user's processes, too (may be repeated)")
        ->type_name("USER");
    free->add_flag("--yes", arguments->yes, "Do not ask");
    CLI::App *check =
        tpuAction(tpu, "check", "Check that the TPU works", TpuAction::Check, arguments);
    check->footer(TpuHealthFooter);
    auto *onlyLook =
        check->add_flag("--look-only", arguments->onlyLook, "Do not let a program compute");
    addText(
        check, "--python", arguments->python,
        "With this interpreter of the workers, like '~/venv/bin/python3'")
        ->type_name("PATH")
        ->excludes(onlyLook);
}

std::unique_ptr<Task> makeTpuTask(app::Services &services, const TpuArguments &arguments)
{
    return std::make_unique<TpuTask>(runServices(services, arguments.targets), arguments);
}

} // namespace

Subcommand tpuSubcommand(const std::shared_ptr<TpuArguments> &arguments)
{
    Subcommand tpu;
    tpu.addTo = [arguments](CLI::App &app) { addTpu(app, arguments); };
    tpu.makeTask = [arguments](app::Services &services) {
        return makeTpuTask(services, *arguments);
    };
    tpu.complete = takeExcluded(arguments);
    return tpu;
}

} // namespace podium::ctl
