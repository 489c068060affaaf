// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/cloud/values/tpuidle.h"
#include "core/inventory/snapshot.h"

#include <nlohmann/json.hpp>

namespace podium::ctl {

using Json = nlohmann::ordered_json;

/// The JSON of the contract with scripts. Texts are valid UTF-8 whatever the cloud sent.
[[nodiscard]] Json errorJson(const Error &error);
[[nodiscard]] Json snapshotJson(const inventory::Snapshot &snapshot);
[[nodiscard]] Json eventJson(const inventory::Event &event);
[[nodiscard]] Json projectsJson(const inventory::Snapshot &snapshot);
/// Whether a TPU computes by Cloud Monitoring.
[[nodiscard]] Json idleJson(const cloud::NodeIdle &idle);
[[nodiscard]] std::string text(const QString &string);
/// RFC 3339, UTC, or null.
[[nodiscard]] Json time(const QDateTime &time);

/// One document (or line) on stdout.
void printJson(const Json &json, int indent = -1);

} // namespace podium::ctl
