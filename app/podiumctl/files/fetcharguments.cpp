// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/fetcharguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/files/fetchtask.h"
#include "core/files/place.h"

#include <CLI/CLI.hpp>
#include <QDir>

namespace podium::ctl {

namespace {

constexpr const char *FetchFooter =
    R"(A file or folder of each worker to a folder of its own here: pod-v4:logs becomes DIR/pod-v4-0/logs,
DIR/pod-v4-1/logs and so on. Only what is not here is fetched; a file that is here and differs stays,
unless you say --overwrite. What arrives is proven by the worker's own sha256 before it is put in its
place by one rename. A worker can choose no names here: what was not asked for is not taken, and links
that lead out of what is fetched are left out.

Where a fetch was cut off in a file of 4 MB or more, the next one fetches the rest of it. What had come lies
in DIR/NODE-WORKER/.podium-copy-parts until then, a folder that only you may look into, and is used only where
the file on the worker still has its size, its time and the same beginning; else it goes.

TARGET is one word as for `podiumctl run`; PATH is below the home, unless it begins with /. The last part
of it may be a pattern (*, ?, [a-z]), which each worker reads as its shell would: 'pod-v4:logs/*.txt'. Quote
it, or your own shell reads it. PATH names what is fetched, so neither the home as such nor logs/. is one:
what is in them is 'pod-v4:*' and 'pod-v4:logs/*', and '.*' the hidden names. The plan is shown, and in a
terminal a question asked; else say --yes. Where stderr is a terminal, a line there says how far it is, with
--json too.

JSON
  {"done":BOOL (true: exit status 0, and no --dry-run),
   "path","workers":[{"worker","state":"planned|verified|incomplete|failed|stopped",
     "entries":N,"replaces":N,"bytes":N,"freeBytes":N|null,"sentBytes":N,"seconds":N,
     "conflicts":[{"path","reason"}],"missing":[{"path","reason"}],"error":{…}|null,
     "folder","keptBytes":N,"leftOut":[{"path","reason"}]}]}

EXIT STATUS
  0 all of it is here, verified, of all workers; 1 something was left out, is in the way here, did not
  arrive, or is not there; 2 usage; 3 a worker was not reached or was lost; 4 not confirmed;
  5 the cloud; 130 interrupted)";

std::string completeFetch(FetchArguments &arguments)
{
    files::FetchRequest &request = arguments.request;
    const auto place = files::parsePlace(arguments.place);
    if (!place) {
        return place.error().text().toStdString();
    }
    const auto source = files::remoteSourceOf(place->path);
    if (!source) {
        return source.error().text().toStdString();
    }
    if (request.atOnce < 1) {
        return "--jobs has to be 1 or more.";
    }
    arguments.target = place->target;
    request.source = *source;
    request.folder = arguments.folder.startsWith('/')
                         ? arguments.folder
                         : QFile::encodeName(QDir::currentPath()) + '/' + arguments.folder;
    return {};
}

CLI::Option *addBytes(CLI::App *app, const std::string &name, QByteArray &to, const char *what)
{
    return app->add_option_function<std::string>(
        name, [&to](const std::string &value) { to = QByteArray::fromStdString(value); }, what);
}

} // namespace

Subcommand fetchSubcommand(const std::shared_ptr<FetchArguments> &arguments)
{
    Subcommand fetch;
    fetch.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("fetch", "Fetch files of all workers, verified");
        sub->footer(FetchFooter);
        addBytes(sub, "PATH", arguments->place, "A file or folder on workers")
            ->option_text("TARGET:PATH")
            ->required();
        addBytes(sub, "DIR", arguments->folder, "A folder here")->required();
        files::FetchRequest &request = arguments->request;
        sub->add_flag("--overwrite", request.overwrites, "Replace files here that differ");
        addTransferOptions(sub, *arguments, request.compresses, request.atOnce, "fetch");
    };
    fetch.makeTask = [arguments](app::Services &services) {
        return std::make_unique<FetchTask>(runServices(services, {arguments->target}), *arguments);
    };
    fetch.complete = [arguments](const Rest & /*rest*/) { return completeFetch(*arguments); };
    return fetch;
}

} // namespace podium::ctl
