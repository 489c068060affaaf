// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/operationjson.h"
#include "core/cloud/values/queuedresource.h"
#include "core/lifecycle/request/requeststep.h"

namespace podium::lifecycle {

/// What an answer means for a try.
struct AttemptOutcome
{
    enum class Kind {
        UnderWay, ///< nothing new
        Stands,   ///< the node is there
        ToClear,  ///< it came to nothing, and what it made is to be deleted
        Doubtful, ///< it is not there, and nobody can tell whether it will be
        Ended,    ///< nothing of it is there (any more), or it is locked, or somebody else's
    };
    Kind kind = Kind::UnderWay;
    std::optional<Refusal> refusal = {};
    QString answer = {};
    QString question = {}; ///< what a person has to decide: "was deleted …"
};

/// What is known of one try in this moment and need not be written down: what was heard goes in,
/// what it means comes out. A value, without a clock or a cloud of its own.
class AttemptWatch final
{
public:
    /// The try as it is written down, and when an answer came.
    struct Context
    {
        const NodeRequest &request;
        const NodeAttempt &attempt;
        const RequestPace &pace;
        QDateTime now;
    };

    AttemptWatch() = default; ///< of a try that is to be sent
    /// Of one from a file: it may have been sent, or not.
    explicit AttemptWatch(const NodeAttempt &attempt);

    /// No look or deletion is put off for longer.
    [[nodiscard]] static std::chrono::milliseconds longestWait(const RequestPace &pace);

    [[nodiscard]] RequestStep::Kind next() const { return m_next; }
    /// When; invalid: at once.
    [[nodiscard]] const QDateTime &due() const { return m_due; }
    /// What holds it up, as a sentence or a state; mostly empty.
    [[nodiscard]] const QString &note() const { return m_refusals > 0 ? m_refusal : m_note; }
    /// All of it but its times, in a line, for logs.
    [[nodiscard]] QString text() const;
    /// Whether what is looked at and deleted next is the queued resource, not the node.
    [[nodiscard]] bool isAboutQueue(const NodeAttempt &attempt) const;

    [[nodiscard]] AttemptOutcome
    handleSent(const Context &context, const Result<cloud::Operation> &operation);
    void handleOperation(const Context &context, const Result<cloud::Operation> &operation);
    [[nodiscard]] AttemptOutcome
    handleQueue(const Context &context, const Result<cloud::QueuedResource> &resource);
    [[nodiscard]] AttemptOutcome
    handleNode(const Context &context, const Result<cloud::Node> &node);
    [[nodiscard]] AttemptOutcome handleGreeting(const Context &context, const Result<> &greeted);
    /// Whether the deletion was heard is seen by the next look; where it was refused, that look
    /// and the next deletion come later each time.
    void handleDeleted(const Context &context, const Result<cloud::Operation> &operation);
    /// It is to be deleted from now on; a doubtful one if it is seen.
    void beginClearing(const NodeAttempt &attempt);
    /// It stands: it is looked at now and then.
    void beginStanding(const Context &context);

private:
    void look(const NodeAttempt &attempt, const QDateTime &at);
    void lookLater(const Context &context);
    [[nodiscard]] AttemptOutcome
    handleOwnQueue(const Context &context, const cloud::QueuedResource &resource);
    [[nodiscard]] AttemptOutcome handleQueueMissing(const Context &context);
    [[nodiscard]] AttemptOutcome
    handleOwnNode(const Context &context, const cloud::Node &node, bool isLeftover, bool isReady);
    [[nodiscard]] AttemptOutcome handleMissing(const Context &context);
    [[nodiscard]] bool isFollowedToItsEnd(const Context &context);
    [[nodiscard]] bool hasMissedEnough(const Context &context) const;
    [[nodiscard]] AttemptOutcome missing(const Context &context) const;
    [[nodiscard]] AttemptOutcome
    lost(const Context &context, Refusal refusal, const QString &answer);

    RequestStep::Kind m_next = RequestStep::Kind::Send;
    QDateTime m_due;
    int m_misses = 0;       ///< looks in a row that found nothing
    int m_losses = 0;       ///< looks in a row that found it taken away
    bool m_wasSeen = false; ///< it was there
    bool m_isQueueGone = false;
    bool m_isOver = false;        ///< its operation is, so all that it makes is there
    bool m_isUntold = false;      ///< its operation may not be asked for
    std::optional<Error> m_error; ///< of its operation, or why nobody knows of one
    QString m_note;
    int m_refusals = 0; ///< deletions in a row that were refused
    QString m_refusal;  ///< why the last one was; no look in between takes it away
};

} // namespace podium::lifecycle
