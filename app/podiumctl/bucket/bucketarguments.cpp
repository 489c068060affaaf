// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/bucket/bucketarguments.h"

#include "app/podiumctl/bucket/buckettask.h"
#include "app/podiumctl/options.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *BucketCheckFooter =
    R"(Reading a bucket is free where the node is in the bucket's region, or in one of its two; from anywhere else
each GiB costs, and no TPU grant pays for it. Prices are about, as they were at their date; where Google's
depends on both ends, from the lowest to the highest. It is about transfer alone: operations cost a little,
and reading what is in a colder class than Standard costs by the GiB, in the same region too. Nothing in the
bucket is read. Needs the permission storage.buckets.get.

JSON
  {"bucket","location","locationType":"region|dual-region|multi-region|unknown","asOf","source",
   "nodes":[{"node","region",
     "distance":"same-region|in-multi-region|same-continent|other-continent|unknown",
     "usdPerGib":{"from":N,"to":N}|null,"price":TEXT}]}

EXIT STATUS
  0 transfer is free for all nodes; 1 it costs, or it is unknown; 2 usage; 5 the cloud)";

void addBucket(CLI::App &app, const std::shared_ptr<BucketArguments> &arguments)
{
    CLI::App *bucket = app.add_subcommand("bucket", "What it costs a node to read a bucket");
    bucket->require_subcommand(1);
    CLI::App *check = bucket->add_subcommand("check", "Whether a bucket is in a node's region");
    check->footer(BucketCheckFooter);
    addText(check, "BUCKET", arguments->bucket, "Like gs://lab-data")->required();
    addTexts(check, "TARGET", arguments->targets, "Nodes, as for run")->required();
    addJson(check, arguments->json);
}

} // namespace

Subcommand bucketSubcommand(const std::shared_ptr<BucketArguments> &arguments)
{
    Subcommand bucket;
    bucket.addTo = [arguments](CLI::App &app) { addBucket(app, arguments); };
    bucket.makeTask = [arguments](app::Services &services) {
        return std::make_unique<BucketTask>(services, *arguments);
    };
    bucket.complete = takeExcluded(arguments);
    return bucket;
}

} // namespace podium::ctl
