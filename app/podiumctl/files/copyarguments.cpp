// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/copyarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/files/copylinestask.h"
#include "app/podiumctl/files/copytask.h"
#include "app/podiumctl/nodes/oneworker.h"
#include "app/podiumctl/options.h"
#include "core/files/place.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *CopyFooter =
    R"(Files and folders to DIR on each worker, as `cp -r` places them into a folder: SRC becomes DIR/SRC, the
content of a folder is SRC/. and links stay links. DIR is made where there is none; it is below the home,
unless it begins with /. Only what differs is sent: another size or mode, or the same size, another time
and another sha256. What is sent is proven by sha256 there before it replaces anything, each file by one
rename; so whenever it is cut off, a file is the old or the new one, and the same command again sends
the rest.

TARGET is one word as for `podiumctl run`: pod-v4:data, pod-v4:0-3:/data, pod-v4: (the home), @all:data.
The plan is shown, and in a terminal a question asked; else say --yes. Where stderr is a terminal, a line there
says how far it is, with --json too: bytes, rate, time left, and which worker is the slowest.

--via-gateway uploads the copy once, whatever the number of workers: it goes to the first of them, or to
WORKER, and from there by ClusterShell over internal addresses to the others. Where it is missing there, it is
installed first. Each worker proves what it has by sha256 to this machine; a key made for the copy alone is
let in on the others while it lasts. What cannot come that way is said: copy to those without --via-gateway.

--print copies nothing and writes lines for another program: rsync, a line for each worker by its name in
the written ssh config; gcloud, by way of --bucket: lines to upload once, and one to download on the workers,
which can neither --delete nor leave out what git ignores.

JSON
  {"done":BOOL (true: exit status 0, and no --dry-run),
   "folder","files":N,"folders":N,"links":N,"bytes":N,"leftOut":[{"path","reason"}],
   "gateway":null|{"worker","installs":BOOL,"linkBytes":N,"betweenBytes":N,"sentBytes":N,"notWithdrawn":[WORKER]},
   "workers":[{"worker","state":"planned|verified|incomplete|failed|stopped",
     "entries":N,"replaces":N,"bytes":N,"extras":N,"extraPaths":[PATH],"deletes":N,"freeBytes":N|null,"sentBytes":N,
     "seconds":N,"conflicts":[{"path","reason"}],"missing":[{"path","reason"}],"error":{…}|null}]}
  --print: {"rsync":[{"worker","alias","line"}]}, or {"upload":[LINE],"download":LINE,"run":LINE}

EXIT STATUS
  0 all of it is verified on all workers; 1 a file was left out, did not arrive or could not be
  written; 2 usage; 3 a worker was not reached or was lost; 4 not confirmed; 5 the cloud;
  130 interrupted)";

/// Keeps what stands before TARGET:DIR as bytes.
std::string completeCopy(CopyArguments &arguments)
{
    files::CopyRequest &request = arguments.request;
    request.sources = arguments.words.mid(0, arguments.words.size() - 1);
    if (request.sources.isEmpty()) {
        return "Say what to copy, and where to: SRC... TARGET:DIR.";
    }
    if (request.atOnce < 1) {
        return "--jobs has to be 1 or more.";
    }
    if ((arguments.print == LinesFor::Bucket) == arguments.bucket.isEmpty()) {
        return "--bucket gs://BUCKET/FOLDER belongs to --print gcloud, and it to that.";
    }
    if (arguments.print != LinesFor::Nobody && !arguments.viaGateway.empty()) {
        return "--via-gateway is for Podium's own copy, not for --print.";
    }
    const auto place = files::parsePlace(arguments.words.last());
    if (!place) {
        return place.error().text().toStdString();
    }
    arguments.target = place->target;
    request.folder = place->path;
    return {};
}

} // namespace

Subcommand copySubcommand(const std::shared_ptr<CopyArguments> &arguments)
{
    Subcommand copy;
    copy.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("copy", "Copy files to all workers, verified");
        sub->footer(CopyFooter);
        sub->add_option_function<std::vector<std::string>>(
               "SRC",
               [arguments](const std::vector<std::string> &words) {
                   for (const std::string &word : words) {
                       arguments->words << QByteArray::fromStdString(word);
                   }
               },
               "Files and folders here, and a folder on workers")
            ->option_text("SRC... TARGET:DIR")
            ->required();
        files::CopyRequest &request = arguments->request;
        sub->add_flag(
            "--delete", request.deletesExtras,
            "Delete what is in the copied folders there and not here");
        sub->add_flag(
            "--gitignore", request.local.honoursGitignore,
            "Leave out what git ignores; --delete leaves it there, too");
        sub->add_option_function<std::string>(
               "--print",
               [arguments](const std::string &program) {
                   arguments->print = program == "rsync" ? LinesFor::Rsync : LinesFor::Bucket;
               },
               "Copy nothing, write lines for rsync or gcloud")
            ->type_name("PROGRAM")
            ->check(CLI::IsMember({"rsync", "gcloud"}));
        sub->add_flag(
               "--via-gateway{" + std::string(FirstGateway) + '}', arguments->viaGateway,
               "Upload once: to one worker, and by ClusterShell from there to the others; "
               "=N or =NODE:N says to which")
            ->type_name("[=WORKER]");
        addText(sub, "--bucket", arguments->bucket, "Where --print gcloud leaves it on its way")
            ->type_name("URL");
        addTransferOptions(sub, *arguments, request.compresses, request.atOnce, "copy");
    };
    copy.makeTask = [arguments](app::Services &services) -> std::unique_ptr<Task> {
        if (arguments->print != LinesFor::Nobody) {
            return std::make_unique<CopyLinesTask>(
                runServices(services, {arguments->target}), services.sshConfig,
                services.sshConfigOptions(), *arguments);
        }
        return std::make_unique<CopyTask>(
            runServices(services, {arguments->target}), *services.hostKeys, *arguments);
    };
    copy.complete = [arguments](const Rest & /*rest*/) { return completeCopy(*arguments); };
    return copy;
}

} // namespace podium::ctl
