// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/attemptwatch.h"

namespace podium::lifecycle {

/// A node request and how far each of its tries is: what was heard goes in, what comes next comes
/// out. A value, without a clock or a cloud of its own. Its rules: a try that may have been heard
/// is looked up, never sent again; where nobody can tell what came of it, it is looked for on the
/// side for a while, before whose end the request does not end; only what carries the request's own
/// label is deleted, and until it answers 404; of zones that race, the first node that stands and
/// answers ssh stays; one whose ssh never answers stands without after a while; a node counts as
/// taken away after two looks; one that somebody else deleted is not made again unasked.
class RequestMachine final
{
public:
    RequestMachine(NodeRequest request, RequestPace pace);

    [[nodiscard]] const NodeRequest &request() const { return m_request; }
    [[nodiscard]] const AttemptWatch &watch(std::size_t attempt) const
    {
        return m_watches[attempt];
    }
    [[nodiscard]] RequestStep next(const QDateTime &now) const;

    /// What a person wants, as the stored request has it; nothing where it is older.
    void setWish(const NodeRequest &stored);
    void begin(const Zone &zone, const QString &requestId, const QDateTime &now);
    void end(const RequestStep &step, const QDateTime &now);
    // What came of the steps.
    void handleSent(
        std::size_t attempt, const Result<cloud::Operation> &operation, const QDateTime &now);
    void handleOperation(
        std::size_t attempt, const Result<cloud::Operation> &operation, const QDateTime &now);
    void handleQueue(
        std::size_t attempt, const Result<cloud::QueuedResource> &resource, const QDateTime &now);
    /// `remade`: what a new node like it needs, see nodeToRemake().
    void handleNode(
        std::size_t attempt, const Result<cloud::Node> &node, const QByteArray &remade,
        const QDateTime &now);
    void handleGreeting(std::size_t attempt, const Result<> &greeted, const QDateTime &now);
    void handleDeleted(
        std::size_t attempt, const Result<cloud::Operation> &operation, const QDateTime &now);
    void handleAfter(const RequestStep &step, const Result<> &done, const QDateTime &now);

private:
    [[nodiscard]] std::optional<RequestStep> afterStep(const QDateTime &now, QDateTime &due) const;
    [[nodiscard]] RequestStep whenStanding(const NodeAttempt &standing, const QDateTime &due) const;
    [[nodiscard]] RequestStep whenIdle(const QDateTime &now, QDateTime due) const;
    [[nodiscard]] bool isHeld(const NodeAttempt &attempt) const;
    [[nodiscard]] AttemptWatch::Context context(std::size_t attempt, const QDateTime &now) const;
    void apply(std::size_t attempt, const AttemptOutcome &outcome, const QDateTime &now);
    void setClearing(std::size_t attempt, Refusal refusal, const QString &answer);
    void takeUp(std::size_t attempt);
    void stand(std::size_t attempt, const QDateTime &now);
    void settle(const QDateTime &now);
    void clearOthers(std::size_t attempt, const QString &why);
    void trim();

    NodeRequest m_request;
    std::vector<AttemptWatch> m_watches; ///< of the attempts
    RequestPace m_pace;
    QDateTime m_afterDue; ///< when what comes after is tried again; invalid: at once
};

} // namespace podium::lifecycle
