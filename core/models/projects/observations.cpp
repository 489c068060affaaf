// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/observations.h"

#include <algorithm>

namespace podium::models {

using lifecycle::Observations;
using store::Fact;
using store::FactKind;

namespace {

/// The fact of a kind that was true at the end of a stretch: looks find all facts at once.
const Fact *factAt(const std::vector<Fact> &facts, FactKind kind, const QDateTime &when)
{
    for (const Fact &fact : facts) {
        if (fact.kind == kind && fact.first <= when && when <= fact.last) {
            return &fact;
        }
    }
    return nullptr;
}

/// What is known of a node beside its facts, while it is the same one.
const cloud::Node *
sameNode(const store::NodeFacts &node, const Fact *id, const inventory::Snapshot &standing)
{
    const inventory::NodeEntry *entry = standing.find(node.node);
    return entry && id && entry->node.id == id->value ? &entry->node : nullptr;
}

lifecycle::Stay
stayOf(const store::NodeFacts &node, const Fact &state, const inventory::Snapshot &standing)
{
    const Fact *id = factAt(node.facts, FactKind::Id, state.last);
    const Fact *type = factAt(node.facts, FactKind::Type, state.last);
    const Fact *model = factAt(node.facts, FactKind::Provisioning, state.last);
    const cloud::Node *now = sameNode(node, id, standing);
    lifecycle::Stay stay;
    stay.node = node.node;
    stay.state = cloud::nodeStateFromName(state.value);
    stay.type = type ? type->value : now ? now->acceleratorType : QString();
    if (model) {
        stay.spot = model->value == store::spotWord();
    } else if (now) {
        stay.spot = now->spot;
    }
    stay.made = now && now->createTime.isValid() ? now->createTime : id ? id->first : state.first;
    stay.from = state.first;
    stay.to = state.last;
    return stay;
}

} // namespace

Observations observationsOf(const store::SeenNodes &seen, const inventory::Snapshot &standing)
{
    Observations result;
    result.since = seen.since;
    result.asOf = seen.asOf;
    for (const store::NodeFacts &node : seen.nodes) {
        for (const Fact &fact : node.facts) {
            if (fact.kind == FactKind::State) {
                result.stays.push_back(stayOf(node, fact, standing));
            } else if (fact.kind == FactKind::ExternalIp) {
                const Fact *model = factAt(node.facts, FactKind::Provisioning, fact.last);
                const bool isSpot = model && model->value == store::spotWord();
                result.addresses.push_back({node.node, isSpot, fact.first, fact.last});
            }
        }
    }
    return result;
}

} // namespace podium::models
