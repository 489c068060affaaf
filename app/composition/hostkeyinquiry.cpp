// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/hostkeyinquiry.h"

#include "core/cloud/values/hostkeyalias.h"
#include "core/inventory/inventory.h"

#include <utility>

namespace podium::app {

namespace {

constexpr qint64 AnswerLastsMs = 5000;

Result<QStringList> keysOf(const Result<cloud::Node> &node, const ssh::Endpoint &endpoint)
{
    if (!node) {
        return failure(node.error());
    }
    const int index = endpoint.worker.index;
    if (cloud::hostKeyAlias(*node, index) != endpoint.hostKeyAlias ||
        index >= int(node->workers.size())) {
        return failure(
            {ErrorKind::NotFound,
             QStringLiteral("%1 was recreated meanwhile; look at the nodes again.")
                 .arg(endpoint.worker.node.text()),
             {},
             {},
             endpoint.worker.text()});
    }
    return node->workers[std::size_t(index)].hostKeys;
}

} // namespace

HostKeyInquiry::HostKeyInquiry(
    cloud::TpuClient &tpu, inventory::Inventory &inventory, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_tpu(tpu)
    , m_inventory(inventory)
    , m_clock(clock)
{}

void HostKeyInquiry::ask(
    const ssh::Endpoint &endpoint, const Callback<Result<QStringList>> &callback)
{
    const NodeRef ref = endpoint.worker.node;
    std::shared_ptr<Question> &question = m_questions[ref];
    if (!question ||
        (question->answer && m_clock.monotonicMs() - question->answeredMs > AnswerLastsMs)) {
        question = std::make_shared<Question>();
    }
    if (question->answer) {
        callback(keysOf(*question->answer, endpoint));
        return;
    }
    question->waiting.push_back({endpoint, callback});
    if (question->waiting.size() == 1) {
        askNode(ref);
    }
}

/// First whether it is still the same machine: guest attributes do not say whose they are.
void HostKeyInquiry::askNode(const NodeRef &ref)
{
    m_tpu.node(ref, {this, [this, ref](const Result<cloud::Node> &node) {
                         node ? askKeys(*node) : answer(ref, node);
                     }});
}

void HostKeyInquiry::askKeys(const cloud::Node &node)
{
    m_tpu.guestAttributes(
        node.ref,
        {this, [this, node](const Result<std::vector<cloud::WorkerAttributes>> &attributes) {
             cloud::Node found = node;
             if (!attributes) {
                 answer(node.ref, failure(attributes.error()));
                 return;
             }
             // Which entry belongs to which worker is not said: of another number, none counts.
             for (std::size_t i = 0; i < found.workers.size(); ++i) {
                 found.workers[i].hostKeys = attributes->size() == found.workers.size()
                                                 ? attributes->at(i).hostKeys
                                                 : QStringList();
             }
             // The next command is to know them, too, so they come first.
             m_inventory.addHostKeys(
                 found, {this, [this, found](bool) { answer(found.ref, found); }});
         }});
}

void HostKeyInquiry::answer(const NodeRef &ref, const Result<cloud::Node> &node)
{
    const std::shared_ptr<Question> question = m_questions.value(ref);
    question->answer = node;
    question->answeredMs = m_clock.monotonicMs();
    for (const Waiting &waiting : std::exchange(question->waiting, {})) {
        waiting.callback(keysOf(node, waiting.endpoint));
    }
}

} // namespace podium::app
