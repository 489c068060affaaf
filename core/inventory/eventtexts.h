// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QString>

namespace podium::inventory {

// What is said of an event, wherever it is said: Activity, status line, notifications, podiumctl.
// Plain texts, which may hold words of the cloud.

/// One sentence without the node's name: "External IP of worker 3 changed from 34.1.2.3 to
/// 34.5.6.7."
[[nodiscard]] QString eventSentence(const Event &event);
/// What it means or proves, possibly several lines; mostly empty.
[[nodiscard]] QString eventDetail(const Event &event);
/// A few words with the node's name: "IP of tpu1 changed".
[[nodiscard]] QString eventHeadline(const Event &event);
/// The same where it happened to several workers of that node.
[[nodiscard]] QString eventHeadline(const Event &event, int workers);
/// The same where it happened to so many nodes: "IPs of 4 nodes changed".
[[nodiscard]] QString manyNodesHeadline(const Event &event, int nodes);

/// How much it matters beside what else happened to the node: the larger, the more.
[[nodiscard]] int eventWeight(const Event &event);
/// A preemption, a recreated node, a changed host key or IP: what somebody has to know who does
/// not look at the nodes.
[[nodiscard]] bool isNews(const Event &event);
/// StateChanged to PREEMPTED.
[[nodiscard]] bool isPreemption(const Event &event);

} // namespace podium::inventory
