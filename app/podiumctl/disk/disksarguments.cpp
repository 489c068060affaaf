// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/disk/disksarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/disk/diskstask.h"
#include "app/podiumctl/disk/diskworktask.h"
#include "app/podiumctl/options.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SharedDisks = std::shared_ptr<DisksArguments>;
using DisksAction = DisksArguments::Action;

constexpr const char *DisksFooter =
    R"(Data disks: list, create, attach, detach and delete are Google's side; prepare, grow and release are what
the workers do with a disk that their node has. A change is shown first; --yes does it without a question.
Then the operation is followed, and its result verified. Ended by Ctrl-C, what Google has begun goes on.

A detach asks the workers first: where the disk is mounted, or has its line in /etc/fstab, that is released
before, as release does it; where it is in use, or a worker gives no answer, nothing is detached.

A disk goes to nodes of its own zone. A slice of several workers takes disks read-only; read-write is for
one node alone. v6e takes Hyperdisk (hyperdisk-balanced, hyperdisk-ml), v2 to v5p pd-balanced.)";
constexpr const char *DisksListFooter =
    R"(JSON
  {"disks":[{"project","zone","name","type","gib":N,"status","nodes":[TEXT],"users":[NAME],
             "usdPerDay":N|null}],
   "unreachable":["PROJECT/ZONE"],"errors":[{"project","summary",...}]}

EXIT STATUS
  0 shown; 3 a zone did not answer; 5 a project could not be asked)";
constexpr const char *DisksChangeFooter =
    R"(JSON
  {"action","done":BOOL,"disk","plan":[SENTENCE],"usdPerDay":N|null,
   "error":{"kind","summary","detail","hint"}|null}

EXIT STATUS
  0 done, and seen to be so; 2 usage; 3 unknown whether Google does it, or a zone did not answer;
  4 not confirmed, or not possible as things are; 5 the cloud refused)";

constexpr const char *DetachFooter =
    R"(The workers of the node are asked first. One that has the disk mounted, or its line in /etc/fstab, releases
it before, by the plan that is shown: unmounted, never by force, and its line goes. Where somebody uses it, a
worker gives no answer, or cannot tell which of its disks it is, nothing is detached; --unreleased does it all
the same. After a release or a question it looks once more. What a worker that gives no answer keeps is said,
with the command that takes it away later. Of a node that is stopped no worker has it mounted.

JSON
  {"action","done":BOOL,"disk","plan":[SENTENCE],"usdPerDay":null,
   "workers":[as of release],"error":{"kind","summary","detail","hint"}|null}

EXIT STATUS
  0 done, and seen to be so; 2 wrong words; 3 unknown whether Google does it, or a zone did not answer; 4 not
  confirmed, not released on the workers, or not possible as things are; 5 the cloud refused; 130 ended, what
  had begun is done or not)";

constexpr const char *DisksWorkText =
    R"(To prepare, grow or release a disk: workers do not know the name that it has at Google, so it is found by
its size; where several have that, --device says which one. What would be done is shown first; --yes does
it. It needs sudo without a password there. A worker on which all is so already is left alone.)";
constexpr const char *PrepareText =
    R"(Mounts it, now and after each boot, by its UUID. One that is blank by every test (blkid, wipefs, no
partitions, its first and last MiB and samples between them empty, not mounted, not part of LVM or RAID, no
swap) gets an ext4 file system before; nothing else is ever formatted. The line in /etc/fstab stands in
Podium's part of it, with nofail: once the disk is detached the worker boots without it; and with nosuid and
nodev: programs on it run, but a setuid program or a device file that somebody put on it counts for nothing.
One that is attached read-only is mounted so. Only root may be able to change the folders above its own, as
those above /mnt/DISK.)";
constexpr const char *GrowText =
    "Lets its ext file system take all of it, after the disk was made larger; while it is mounted.";
constexpr const char *ReleaseText =
    R"(Before a detach: says who uses it, in containers too, unmounts it, never by force, and takes Podium's line
out of /etc/fstab. Of a disk that was detached before, it takes out the line that was left for /mnt/DISK (else
--folder), and unmounts what is left there; only between Podium's markers, and only where no disk of the
worker is that of the line. If there is no disk of this name, and nothing of one is left, it says so and ends
with 4: it may be mistyped.)";
constexpr const char *DisksWorkFooter =
    R"(JSON
  {"action","done":BOOL,"disk",
   "workers":[{"worker","device":PATH|null,"formats":BOOL,"plan":[SENTENCE],
     "steps":[{"step","state","detail"}],"good":BOOL|null,"outcome":SENTENCE|null,
     "error":{"kind","summary","detail","hint"}|null}]}

EXIT STATUS
  0 it is so on all workers; 1 a step failed on one; 2 usage; 3 a worker was not reached;
  4 not confirmed, or refused on a worker as things are; 5 the cloud)";

CLI::App *diskAction(
    CLI::App *disks, const char *name, const char *what, DisksAction which, const SharedDisks &to)
{
    CLI::App *app = disks->add_subcommand(name, what);
    app->callback([to, which] { to->action = which; });
    app->footer(which == DisksAction::List ? DisksListFooter : DisksChangeFooter);
    addJson(app, to->json);
    if (which != DisksAction::List) {
        addText(app, "DISK", to->disk, "Its name")->required();
        app->add_flag("--yes", to->yes, "Do not ask");
        addText(app, "--project,-p", to->project, "Its project, where there are several")
            ->type_name("P");
    }
    return app;
}

CLI::App *diskWork(
    CLI::App *disks, const char *name, const char *what, const char *more, DisksAction which,
    const SharedDisks &to)
{
    CLI::App *app = diskAction(disks, name, what, which, to);
    app->footer(std::string(more) + "\n\n" + DisksWorkText + "\n\n" + DisksWorkFooter);
    addText(app, "NODE", to->node, "[PROJECT/[ZONE/]]NODE[:WORKERS]")->required();
    addText(app, "--device", to->device, "Which one it is there, where its size does not tell")
        ->type_name("PATH");
    return app;
}

void addWork(CLI::App *disks, const SharedDisks &to)
{
    CLI::App *prepare = diskWork(
        disks, "prepare", "Make it usable on the workers: a folder", PrepareText,
        DisksAction::Prepare, to);
    addText(prepare, "--folder", to->folder, "Where; else /mnt/DISK")->type_name("PATH");
    diskWork(
        disks, "grow", "Let the file system take all of a larger disk", GrowText, DisksAction::Grow,
        to);
    CLI::App *release = diskWork(
        disks, "release", "Unmount it on the workers, before a detach", ReleaseText,
        DisksAction::Release, to);
    addText(release, "--folder", to->folder, "Of one that is gone: where it was; else /mnt/DISK")
        ->type_name("PATH");
}

void addDisks(CLI::App &app, const SharedDisks &to)
{
    auto *disks = app.add_subcommand(
        "disks", "Data disks: list, create, attach, make usable, detach, delete");
    disks->require_subcommand(1);
    disks->footer(std::string(DisksFooter) + "\n\n" + DisksWorkText);
    CLI::App *list =
        diskAction(disks, "list", "All disks, and which nodes have them", DisksAction::List, to);
    addProjects(list, to->projects);
    CLI::App *create = diskAction(disks, "create", "Make an empty disk", DisksAction::Create, to);
    addText(create, "--zone", to->zone, "Zone, us-central2-b")->required()->type_name("Z");
    create->add_option("--size", to->gib, "GiB")->required()->check(CLI::Range(10, 65536));
    addText(create, "--type", to->type, "Disk type; else pd-balanced")->type_name("T");
    CLI::App *attach = diskAction(disks, "attach", "Give it to a node", DisksAction::Attach, to);
    addText(attach, "NODE", to->node, "[PROJECT/[ZONE/]]NODE")->required();
    attach->add_flag("--read-only", to->readOnly, "Read-only; a slice takes it no other way");
    attach->add_option("--worker", to->worker, "This worker alone")
        ->check(CLI::Range(0, 100000))
        ->default_str("all");
    CLI::App *detach =
        diskAction(disks, "detach", "Take it away from a node", DisksAction::Detach, to);
    detach->footer(DetachFooter);
    addText(detach, "NODE", to->node, "[PROJECT/[ZONE/]]NODE")->required();
    addText(detach, "--device", to->device, "Which one it is there, where its size does not tell")
        ->type_name("PATH");
    detach->add_flag(
        "--unreleased", to->unreleased, "Though workers have it in use, or give no answer");
    CLI::App *remove =
        diskAction(disks, "delete", "Delete it, with all that is on it", DisksAction::Delete, to);
    addText(remove, "--zone", to->zone, "Where several zones have one of that name")
        ->type_name("Z");
    addWork(disks, to);
}

bool isWork(DisksAction action)
{
    return action == DisksAction::Prepare || action == DisksAction::Grow ||
           action == DisksAction::Release;
}

} // namespace

Subcommand disksSubcommand(const SharedDisks &arguments)
{
    Subcommand disks;
    disks.addTo = [arguments](CLI::App &app) { addDisks(app, arguments); };
    disks.makeTask = [arguments](app::Services &services) -> std::unique_ptr<Task> {
        if (isWork(arguments->action)) {
            return std::make_unique<DiskWorkTask>(services, *arguments);
        }
        return std::make_unique<DisksTask>(services, *arguments);
    };
    disks.needs = [arguments] { return Needs{.projects = arguments->projects}; };
    return disks;
}

} // namespace podium::ctl
