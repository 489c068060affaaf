// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::ctl {

// What stands below the options of `podiumctl SUBCOMMAND --help`.

inline constexpr const char *NodesFooter =
    R"(Each project is asked once for the nodes of all its zones, several projects at a time. A
project or zone that does not answer is named on stderr, its nodes are listed as they were last
seen, and the exit status says so; no other project waits for it.
`podiumctl nodes history NODE` tells what a node was before.)";
inline constexpr const char *HistoryFooter =
    R"(NODE is a name, or PROJECT/NODE, or PROJECT/ZONE/NODE where several have that name. Nodes that
are gone are found as well. The cloud is not asked: this is what was seen and kept.

WHAT IS KEPT
  Every node id, state, health, external and internal IP, host key and announced maintenance that
  any look of Podium ever saw, with the first and the last look that saw it. "now" stands for what
  was still true at the last look. Between the LAST of one value and the FIRST of the next the
  change happened; nobody looked in between.

MOVED OR RECREATED
  A node that moved (maintenance, a restart) has new addresses under the same id: its workers are
  the same machines and their host keys stay. A node that was recreated has a new id: new machines,
  whose host keys start anew with what Google says of them.

WHO LOOKS
  The window (closed to the tray too), `podiumctl watch`, and the systemd user unit podium-watch;
  one of them at a time, the others read what it finds. `podiumctl nodes` adds a look of its own.

LIMITS
  180 days and 200,000 entries of each kind; what is older goes.

JSON
  {"node":{"project","zone","name"},"asOf":TIME,
   "facts":[{"what":"id|state|health|external-ip|internal-ip|host-key|maintenance","worker":N,
             "value":TEXT,"fingerprint":"SHA256:..."(host keys),"first":TIME,"last":TIME,
             "current":BOOL}],
   "events":[{"event":KIND,"worker":N,"before","after","sameMachine":BOOL,"time":TIME}],
   "looks":[{"first":TIME,"last":TIME}]}         TIME is RFC 3339, UTC

EXAMPLES
  podiumctl nodes history tpu1
  podiumctl nodes history my-lab/us-central1-b/pod-v4 --json
  podiumctl nodes history pod-v4 --json | jq -r '.facts[]|select(.what=="external-ip").value'

EXIT STATUS
  0 shown; 2 no such node, or several (their full names are listed); 4 the history cannot be read)";
inline constexpr const char *WatchFooter =
    R"(Looks every --interval seconds (or as config.json says) while all is quiet; every ten while a node
is being made, moved or mended; three times as seldom on a battery or a metered network; ever more
seldom for a project that fails. Several Podiums share one watch: one asks the cloud, the others
read what it finds and take over within seconds when it ends.

To keep watching after you log in, without a window:
  systemctl --user enable --now podium-watch)";

} // namespace podium::ctl
