// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/nodes/ipsubcommand.h"

#include "app/composition/services.h"
#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

constexpr const char *IpFooter =
    R"(One address per line, in the order of the workers, for a script: the external one, or with --internal the
one within the zone, by which workers reach each other. A worker that has none is named on stderr. What a
zone that does not answer last said is printed, too, and makes the exit status 3.

JSON
  {"workers":[{"worker","address":TEXT|null,"stale":BOOL}]}

EXIT STATUS
  0 done; 1 a worker has no such address; 2 usage; 3 an address may be old; 5 cloud or credentials)";

struct WorkerAddress
{
    QString worker;
    QString address; ///< empty: it has none
    bool isStale = false;
};

class IpTask final : public TargetTask
{
public:
    IpTask(RunServices services, const IpArguments &arguments)
        : TargetTask(std::move(services), arguments.targets, nullptr)
        , m_arguments(arguments)
    {}

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    [[nodiscard]] WorkerAddress addressOf(const WorkerRef &worker) const;

    const IpArguments m_arguments;
};

WorkerAddress IpTask::addressOf(const WorkerRef &worker) const
{
    const inventory::NodeEntry *entry = m_services.inventory.snapshot().find(worker.node);
    const bool isThere = entry && std::size_t(worker.index) < entry->node.workers.size();
    if (!isThere) {
        return {worker.text(), {}, entry && entry->stale};
    }
    const cloud::Worker &machine = entry->node.workers[std::size_t(worker.index)];
    return {
        worker.text(), m_arguments.isInternal ? machine.internalIp : machine.externalIp,
        entry->stale};
}

void IpTask::runOn(const std::vector<WorkerRef> &workers)
{
    std::vector<WorkerAddress> addresses;
    Json list = Json::array();
    for (const WorkerRef &worker : workers) {
        addresses.push_back(addressOf(worker));
        const WorkerAddress &each = addresses.back();
        list.push_back(
            {{"worker", text(each.worker)},
             {"address", each.address.isEmpty() ? Json(nullptr) : Json(text(each.address))},
             {"stale", each.isStale}});
        if (each.address.isEmpty()) {
            printNote(QStringLiteral("%1 has no %2 address.")
                          .arg(
                              each.worker, m_arguments.isInternal ? QStringLiteral("internal")
                                                                  : QStringLiteral("external")));
        } else if (!m_arguments.json) {
            printLine(each.address);
        }
    }
    if (m_arguments.json) {
        printJson({{"workers", std::move(list)}}, 2);
    }
    const auto isAny = [&addresses](auto &&holds) {
        return std::any_of(addresses.begin(), addresses.end(), holds);
    };
    const bool isStale = isAny([](const WorkerAddress &each) { return each.isStale; });
    const bool isMissing = isAny([](const WorkerAddress &each) { return each.address.isEmpty(); });
    emit finished(isStale ? ExitUnreachable : isMissing ? ExitDifferent : ExitDone);
}

} // namespace

Subcommand ipSubcommand(const std::shared_ptr<IpArguments> &arguments)
{
    Subcommand ip;
    ip.addTo = [arguments](CLI::App &app) {
        CLI::App *sub = app.add_subcommand("ip", "Print the addresses of workers");
        sub->footer(IpFooter);
        addTexts(sub, "TARGET", arguments->targets, "Nodes and workers, as for run")->required();
        sub->add_flag("--internal", arguments->isInternal, "Those within the zone's network");
        addJson(sub, arguments->json);
    };
    ip.makeTask = [arguments](app::Services &services) {
        services.source.setAsksHostKeys(false);
        return std::make_unique<IpTask>(runServices(services, arguments->targets), *arguments);
    };
    ip.complete = takeExcluded(arguments);
    return ip;
}

} // namespace podium::ctl
