// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/subcommands.h"

#include "app/podiumctl/activity/activityarguments.h"
#include "app/podiumctl/bucket/bucketarguments.h"
#include "app/podiumctl/disk/disksarguments.h"
#include "app/podiumctl/doctor/doctorarguments.h"
#include "app/podiumctl/files/copyarguments.h"
#include "app/podiumctl/files/fetcharguments.h"
#include "app/podiumctl/lifecycle/costarguments.h"
#include "app/podiumctl/lifecycle/createarguments.h"
#include "app/podiumctl/lifecycle/grantsarguments.h"
#include "app/podiumctl/lifecycle/nodeactionarguments.h"
#include "app/podiumctl/nodes/ipsubcommand.h"
#include "app/podiumctl/nodes/nodesarguments.h"
#include "app/podiumctl/open/openarguments.h"
#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/quota/quotaarguments.h"
#include "app/podiumctl/recipe/equalarguments.h"
#include "app/podiumctl/recipe/recipearguments.h"
#include "app/podiumctl/run/detachedarguments.h"
#include "app/podiumctl/run/runarguments.h"
#include "app/podiumctl/secret/secretarguments.h"
#include "app/podiumctl/sshconfig/sshconfigarguments.h"
#include "app/podiumctl/tpu/toparguments.h"
#include "app/podiumctl/tpu/tpuarguments.h"
#include "app/podiumctl/tunnel/tunnelarguments.h"
#include "app/podiumctl/watch/watcharguments.h"

namespace podium::ctl {

namespace {

/// With arguments of its own.
template <class Arguments>
Subcommand row(Subcommand (*make)(const std::shared_ptr<Arguments> &))
{
    return make(std::make_shared<Arguments>());
}

} // namespace

std::vector<Subcommand> allSubcommands()
{
    return {
        row(projectsSubcommand),   // projects
        row(nodesSubcommand),      // nodes, with its history
        row(ipSubcommand),         // ip
        row(sshConfigSubcommand),  // ssh-config
        row(watchSubcommand),      // watch
        row(runSubcommand),        // run
        row(peopleSubcommand),     // people
        row(grantsSubcommand),     // grants
        row(activitySubcommand),   // activity
        row(quotaSubcommand),      // quota
        row(costSubcommand),       // cost
        row(bucketSubcommand),     // bucket
        row(tpuSubcommand),        // tpu
        row(topSubcommand),        // top
        row(copySubcommand),       // copy
        row(fetchSubcommand),      // fetch
        row(tunnelSubcommand),     // tunnel
        row(tunnelsSubcommand),    // tunnels
        row(portsSubcommand),      // ports
        row(openSubcommand),       // open
        row(createSubcommand),     // create, requests, request
        row(disksSubcommand),      // disks
        row(nodeActionSubcommand), // start, stop, delete, maintain, clean
        row(recipeSubcommand),     // recipe
        row(equalSubcommand),      // equal
        row(secretSubcommand),     // secret
        row(detachedSubcommand),   // attach, runs, end, forget
        row(doctorSubcommand),     // doctor
    };
}

} // namespace podium::ctl
