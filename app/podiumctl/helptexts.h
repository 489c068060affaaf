// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::ctl {

/// Of a subcommand, or of podiumctl itself, each to be tried on the demo cloud as it stands. A test
/// runs them in this order.
struct ExamplesOf
{
    const char *subcommand; ///< empty: of podiumctl itself
    const char *examples;
};
inline constexpr ExamplesOf Examples[] = {
    {"",
     R"(  podiumctl nodes
  podiumctl run pod-v4 -- hostname
  podiumctl help run)"},
    {"projects",
     R"(  podiumctl projects
  podiumctl projects --json | jq -r .projects[].id)"},
    {"nodes",
     R"(  podiumctl nodes
  podiumctl nodes --idle
  podiumctl nodes --project atlas-vision --json)"},
    {"nodes history",
     R"(  podiumctl nodes history dev-v4
  podiumctl nodes history atlas-vision/us-central2-b/pod-v4 --json
  podiumctl nodes history pod-v4 --json | jq -r '.facts[]|select(.what=="external-ip").value')"},
    {"ip",
     R"(  podiumctl ip pod-v4:0
  podiumctl ip pod-v4 --internal | paste -sd,)"},
    {"ssh-config",
     R"(  podiumctl ssh-config diff || podiumctl ssh-config write
  podiumctl ssh-config check --login)"},
    {"ssh-config print", R"(  podiumctl ssh-config print > other.conf)"},
    {"ssh-config diff", R"(  podiumctl ssh-config diff || podiumctl ssh-config write)"},
    {"ssh-config write", R"(  podiumctl ssh-config write)"},
    {"ssh-config check",
     R"(  podiumctl ssh-config check
  podiumctl ssh-config check --login --timeout 10)"},
    {"ssh-config history", R"(  podiumctl ssh-config history)"},
    {"ssh-config restore", R"(  podiumctl ssh-config restore)"},
    {"ssh-config forget-key", R"(  podiumctl ssh-config forget-key dev-v4 --yes)"},
    {"ssh-config remove", R"(  podiumctl ssh-config remove --yes)"},
    {"ssh-config export",
     R"(  podiumctl ssh-config export --user grace --identity ~/.ssh/id_ed25519 'pod-*'
  podiumctl ssh-config export --user grace --part config pod-v4:0 > podium_config)"},
    {"watch", R"(  podiumctl watch --once --write)"},
    {"run",
     R"(  podiumctl run pod-v4 -- hostname
  podiumctl run '*-v4:0-3' -sweep-v4 --fold -- 'nproc; uptime'
  podiumctl run pod-v4:0 --env HOME -- 'echo from $HOME'
  podiumctl run dev-v4 --json -- true
  podiumctl run pod-v4 --all-or-none -- hostname)"},
    {"attach", R"(  id=$(podiumctl run dev-v4 --detach -- hostname); podiumctl attach $id)"},
    {"runs",
     R"(  podiumctl runs
  podiumctl runs pod-v4 --json
  podiumctl runs --past)"},
    {"end", R"(  id=$(podiumctl run dev-v4 --detach -- sleep 60); podiumctl end $id)"},
    {"forget",
     R"(  id=$(podiumctl run dev-v4 --detach -- true); podiumctl attach $id; podiumctl forget $id --yes)"},
    {"recipe", R"(  podiumctl recipe list)"},
    {"recipe list", R"(  podiumctl recipe list --json | jq -r .recipes[].name)"},
    {"recipe show", R"(  podiumctl recipe show wandb-token)"},
    {"recipe new", R"(  podiumctl recipe new my-tools)"},
    {"recipe check", R"(  podiumctl recipe check my-tools)"},
    {"recipe run",
     R"(  podiumctl recipe run timezone dev-v4 --set zone=Etc/UTC
  podiumctl recipe run timezone dev-v4 --set zone=Etc/UTC --dry-run
  podiumctl recipe run my-tools pod-v4 --json
  podiumctl recipe run my-tools pod-v4:0-1 --one-by-one)"},
    {"recipe verdicts",
     R"(  podiumctl recipe verdicts
  podiumctl recipe verdicts --json | jq -r '.workers[]|select(.good|not).worker')"},
    {"equal",
     R"(  podiumctl equal pod-v4
  podiumctl equal pod-v4 --folder '~/code' --json | jq -r .summary)"},
    {"secret", R"(  podiumctl secret list)"},
    {"secret list", R"(  podiumctl secret list --json | jq -r .secrets[].name)"},
    {"secret set", R"(  podiumctl secret set wandb <token.txt)"},
    {"secret withdraw",
     R"(  podiumctl secret withdraw wandb --dry-run
  podiumctl secret withdraw wandb --yes)"},
    {"secret remove", R"(  podiumctl secret remove wandb --yes)"},
    {"tpu", R"(  podiumctl tpu holders pod-v4)"},
    {"tpu holders",
     R"(  podiumctl tpu holders pod-v4
  podiumctl tpu holders dev-v4 pod-v4 --json | jq -r .summary)"},
    {"tpu free", R"(  podiumctl tpu free dev-v4 --yes)"},
    {"tpu check",
     R"(  podiumctl tpu check dev-v4
  podiumctl tpu check pod-v4 --look-only --json)"},
    {"copy",
     R"(  podiumctl copy token.txt dev-v4:data --dry-run
  podiumctl copy token.txt pod-v4: --yes --json | jq -r '.workers[].state'
  podiumctl copy token.txt pod-v4:data --via-gateway --dry-run
  podiumctl copy token.txt pod-v4:data --print rsync)"},
    {"fetch",
     R"(  podiumctl fetch pod-v4:.bashrc from-pod --dry-run || podiumctl nodes >/dev/null
  podiumctl fetch dev-v4:/etc/hostname hosts --yes && cat hosts/dev-v4-0/hostname)"},
    {"tunnel",
     R"(  a=$(mktemp); podiumctl tunnel dev-v4 6006 >$a & until [ -s $a ]; do sleep 1; done; cat $a; kill $!)"},
    {"tunnels",
     R"(  podiumctl tunnels
  podiumctl tunnels --json | jq -r '.tunnels[].url')"},
    {"ports",
     R"(  podiumctl ports dev-v4
  podiumctl ports pod-v4 --json | jq -c '.workers[] | [.worker, .servers[].port]')"},
    {"open",
     R"(  podiumctl open pod-v4:0 --with terminal --tmux main --dry-run || podiumctl nodes >/dev/null)"},
    {"top",
     R"(  podiumctl top pod-v4 --looks 1
  podiumctl top dev-v4 --looks 2 --json | jq -c '[.worker, .cpu, .tpu.dutyCycle]')"},
    {"grants add",
     R"(  podiumctl grants add --mail mail.txt --from 2026-11-01 --yes
  podiumctl grants add --project lm-pretrain --from 2026-11-01 --days 90 --row '64 spot v6e chips europe-west4-a' --yes)"},
    {"grants",
     R"(  podiumctl grants list
  podiumctl grants check v6e-16 europe-west4-a --spot --project lm-pretrain)"},
    {"grants list", R"(  podiumctl grants list --json | jq -r .notCovered[].name)"},
    {"grants check", R"(  podiumctl grants check v4-8 us-central2-b --project atlas-vision)"},
    {"activity",
     R"(  podiumctl activity
  podiumctl activity node:pod-v4 --days 30 --parts
  podiumctl activity --kind people --json | jq -r '.activity[]|[.time,.person,.summary]|@tsv')"},
    {"quota",
     R"(  podiumctl quota
  podiumctl quota --project lm-pretrain --json | jq -r '.quotas[]|[.what,.location,.left]|@tsv')"},
    {"disks create",
     R"(  podiumctl disks create corpus --project atlas-vision --zone us-central2-b --size 200 --yes)"},
    {"disks attach", R"(  podiumctl disks attach corpus dev-v4 --yes)"},
    {"disks list", R"(  podiumctl disks list --project atlas-vision)"},
    {"disks prepare", R"(  podiumctl disks prepare corpus dev-v4 --yes)"},
    {"disks grow", R"(  podiumctl disks grow corpus dev-v4 --yes)"},
    {"disks release", R"(  podiumctl disks release corpus dev-v4 --yes)"},
    {"disks detach", R"(  podiumctl disks detach corpus dev-v4 --yes)"},
    {"disks delete",
     R"(  podiumctl disks delete corpus --project atlas-vision --zone us-central2-b --yes)"},
    {"clean", R"(  podiumctl clean --project lm-pretrain --yes)"},
    {"cost",
     R"(  podiumctl cost
  podiumctl cost --project lm-pretrain --days 7 --json | jq .total.notCoveredUsd)"},
    {"bucket", R"(  podiumctl bucket check gs://lab-data pod-v4)"},
    {"bucket check",
     R"(  podiumctl bucket check gs://lab-data pod-v4
  podiumctl bucket check gs://lab-data @all --json | jq -r '.nodes[] | [.node, .price] | @tsv')"},
    {"grants export", R"(  podiumctl grants export grants.json)"},
    {"grants import", R"(  podiumctl grants import grants.json)"},
    {"grants remove", R"(  podiumctl grants remove lm-pretrain/2026-11-01 --yes)"},
    {"people",
     R"(  podiumctl people add ada --key ada.pub --name 'Ada L.' --on 'pod-*' --until 2036-12-31
  podiumctl people grant ada dev-v4 --sudo
  podiumctl people plan; podiumctl people apply --yes
  podiumctl people remove ada --yes; podiumctl people apply --yes)"},
    {"doctor", R"(  podiumctl doctor)"},
    {"people list", R"(  podiumctl people list --json)"},
    {"people add", R"(  podiumctl people add grace --key ada.pub --on 'dev-*' --until 30d)"},
    {"people remove", R"(  podiumctl people remove grace --yes; podiumctl people apply --yes)"},
    {"people forget", R"(  podiumctl people forget grace)"},
    {"people key",
     R"(  podiumctl people add ada --key ada.pub; podiumctl people key add ada other.pub)"},
    {"people key add", R"(  podiumctl people key add ada third.pub --until 30d)"},
    {"people key remove",
     R"(  podiumctl people key remove ada $(ssh-keygen -lf third.pub | cut -d' ' -f2))"},
    {"people grant", R"(  podiumctl people grant ada @team=vision --until 2036-12-31)"},
    {"people ungrant", R"(  podiumctl people ungrant ada @team=vision)"},
    {"people plan",
     R"(  podiumctl people plan
  podiumctl people plan pod-v4 --json)"},
    {"people apply", R"(  podiumctl people plan; podiumctl people apply --yes)"},
    {"people audit", R"(  podiumctl people audit dev-v4)"},
    {"people export", R"(  podiumctl people export roster.json)"},
    {"people import", R"(  podiumctl people import roster.json --dry-run)"},
    {"people recipes",
     R"(  podiumctl people recipes timezone limits
  podiumctl people recipes --none)"},
    {"people project-keys", R"(  podiumctl people project-keys list atlas-vision)"},
    {"people project-keys list", R"(  podiumctl people project-keys list atlas-vision --json)"},
    {"people project-keys add",
     R"(  podiumctl people project-keys add atlas-vision ada ada.pub --until 30d --yes)"},
    {"people project-keys remove",
     R"(  podiumctl people project-keys remove atlas-vision ada $(ssh-keygen -lf ada.pub | cut -d' ' -f2) --yes)"},
    {"create",
     R"(  podiumctl create sweep-v6e --project lm-pretrain --type v6e-16 --zone europe-west4-a --spot --dry-run
  podiumctl create sweep-v6e --project lm-pretrain --type v6e-16 --zone europe-west4-a --zone us-east5-b --spot \
    --until-capacity 3d --no-wait --yes --yes-it-costs)"},
    {"requests",
     R"(  podiumctl requests
  podiumctl requests --json | jq -r '.requests[].status')"},
    {"request zones",
     R"(  id=$(podiumctl requests --json | jq -r '.requests[0].id'); podiumctl request zones $id us-east5-b us-east1-d \
    --yes-it-costs)"},
    {"request pause",
     R"(  id=$(podiumctl requests --json | jq -r '.requests[0].id'); podiumctl request pause $id)"},
    {"request cancel",
     R"(  id=$(podiumctl requests --json | jq -r '.requests[0].id'); podiumctl request cancel $id --yes)"},
    {"request resume",
     R"(  id=$(podiumctl create debug-v6e --project lm-pretrain --type v6e-4 --zone europe-west4-a --spot --no-wait \
    --yes --yes-it-costs --json | jq -r .request.id); podiumctl request resume $id)"},
    {"start", R"(  podiumctl start eval-v3 --yes)"},
    {"stop", R"(  podiumctl stop eval-v3 --yes)"},
    {"maintain", R"(  podiumctl maintain dev-v4)"},
    {"delete", R"(  podiumctl delete eval-v3 debug-v6e --yes)"},
};

} // namespace podium::ctl
