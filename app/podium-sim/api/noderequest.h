// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/api/cloud.h"

#include <optional>

namespace podium::sim {

/// "v2" or "v2alpha1", by the path.
std::string apiVersion(const Request &request);

/// The node of a call on nodes/{node}; throws what the API would.
Node &nodeOf(Cloud &cloud, const Request &request, const std::string &permission);

/// The node that a create call asks for, in state CREATING; throws 400 for what the API refuses.
NewNode newNodeFrom(const Project &project, const Request &request);

/// The part of a PATCH body that its updateMask names, by field; throws 400 for a mask that the API
/// refuses.
nlohmann::json changesFrom(const Request &request);
void applyChanges(Node &node, const nlohmann::json &changes);

/// What a create call with this requestId was answered, as it stands now; nothing: it is a new one.
std::optional<Response> answerBefore(const Cloud &cloud, const Request &request);
/// So that a repeated call gets it, too.
void rememberAnswer(Cloud &cloud, const Request &request, const Response &answer);

ApiError alreadyExists(const std::string &resource);
/// What a create or a start in a zone without room ends in.
std::string stockoutText(const std::string &zone);
ApiError failedPrecondition(const std::string &message);

} // namespace podium::sim
