// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/cloud/values/node.h"
#include "core/cloud/values/queuedresource.h"
#include "core/lifecycle/request/refusal.h"

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QStringList>

#include <chrono>
#include <optional>
#include <vector>

namespace podium::lifecycle {

/// What a node is to be, but for its zone.
struct NodeSpec
{
    QString name;
    QString type;           ///< "v4-64"
    QString runtimeVersion; ///< "tpu-ubuntu2204-base"
    bool spot = false;
    bool isInternal = false; ///< without external addresses
    QString network;         ///< empty: the project's default
    QString subnetwork;
    QString serviceAccount; ///< an email; empty: Compute Engine's default
    QStringList tags;       ///< of firewall rules
    QMap<QString, QString> labels;
    QMap<QString, QString> metadata;
    bool operator==(const NodeSpec &) const = default;
};

/// The runtime that Google's guides name for a generation of TPU; empty where the type is unknown.
[[nodiscard]] QString usualRuntime(const QString &type);
/// What is wrong with it, a sentence each; none: it can be asked for.
[[nodiscard]] QStringList problemsOf(const NodeSpec &spec);

/// How Google is asked for a node.
enum class Means {
    Direct,    ///< now or not at all
    Queued,    ///< by a queued resource, which waits at Google's side for room
    FlexStart, ///< by a queued resource whose node runs for a limited time
};
/// "direct", "queued", "flex-start"; the inverse: nothing for another word.
[[nodiscard]] QString meansName(Means means);
[[nodiscard]] std::optional<Means> meansFromName(const QString &name);

/// One thing that is done for a node once ssh answers on it.
struct AfterStep
{
    enum class Kind { People, Recipe };
    Kind kind = Kind::People;
    QString recipe; ///< its name
    bool isDone = false;
    int failures = 0; ///< in a row
    QString error;    ///< the last one, a sentence
    bool operator==(const AfterStep &) const = default;

    static constexpr int MostFailures = 3;
    /// A person has to look at it before it is tried again.
    [[nodiscard]] bool isGivenUp() const { return !isDone && failures >= MostFailures; }

    /// "people", "recipe jax"
    [[nodiscard]] QString text() const;
};

/// One try in one zone.
struct NodeAttempt
{
    Zone zone;
    QString requestId; ///< the API takes a second request with it for the first one
    QDateTime sentAt;
    QString operation;              ///< its name, once it is known
    QDateTime endedAt;              ///< invalid: it may still become a node
    std::optional<Refusal> refusal; ///< why there is no node, where it has ended
    QString answer;                 ///< the cloud's own words; of one that stands: what it lacks
    QString queuedId = {};          ///< of its queued resource; empty: it is asked for directly
    QDateTime standsSince = {};     ///< valid: the node was READY; see mustAnswerSsh()
    bool isClearing = false;        ///< what it made is deleted until that answers 404
    std::vector<AfterStep> after = {};
    QDateTime readySince = {}; ///< where ssh has to answer: since when it was seen READY
    /// It is not there, but nobody could tell whether it will be: it is looked for on the side, and
    /// goes on or is given back where it is seen. Only while it is open and isClearing.
    bool isDoubtful = false;
    bool operator==(const NodeAttempt &) const = default;

    [[nodiscard]] bool isOpen() const { return !endedAt.isValid(); }
    [[nodiscard]] bool stands() const { return isOpen() && standsSince.isValid() && !isClearing; }
    [[nodiscard]] const AfterStep *pendingStep() const; ///< the first not done; null: all are
};

/// One node that somebody wants, and all that was done for it. It is stored before anything is
/// sent.
struct NodeRequest
{
    enum class State {
        Active,
        Made,      ///< the node stands
        GivenUp,   ///< it ended by itself, see `reason`
        Cancelled, ///< by a person; what it made is deleted
    };
    QString id; ///< also the value of its nodes' label
    ProjectId project;
    NodeSpec spec;
    std::vector<Zone> zones; ///< in the order in which they are tried
    bool untilCapacity = false;
    QDateTime deadline; ///< of untilCapacity; invalid: none
    QDateTime createdAt;
    State state = State::Active;
    QString reason; ///< of GivenUp, and of Made where something was left undone
    std::vector<NodeAttempt>
        attempts; ///< in order; one is asked for at a time, or in a race in each zone

    Means means = Means::Direct;
    std::chrono::seconds validFor{0}; ///< of Queued: for how long Google may keep it waiting
    std::chrono::seconds runFor{0};   ///< of FlexStart: for how long the node runs
    QString reservation = {};         ///< a name, or a whole path; empty: none
    /// All zones at once: the first whose node stands stays; where ssh answers on none for long,
    /// the first that was READY.
    bool isRace = false;
    bool isKept = false;      ///< made again when it is taken away
    QStringList recipes = {}; ///< carried out on the node, in this order
    QByteArray lastNode = {}; ///< of a kept one: what a new node needs, JSON of the API
    /// It was asked something that only a person can answer, by the Wish of that revision.
    QString question = {};
    int questionRevision = 0;
    int droppedAttempts = 0; ///< old ones that are not among `attempts` any more
    /// What a person has agreed to pay by list price, in US dollars, where no grant covers it;
    /// nothing: it was covered everywhere, or had no known price.
    std::optional<double> confirmedDollarsPerDay = {};

    /// What a person wants of it now. Whoever carries it out follows; it is the only part of a
    /// request that others may change meanwhile, together with `zones` and what was confirmed for
    /// them.
    enum class Wish { Go, Pause, Cancel };
    Wish wish = Wish::Go;
    int wishRevision = 0; ///< grows with each change
    bool operator==(const NodeRequest &) const = default;

    [[nodiscard]] const NodeAttempt *openAttempt() const; ///< the last one that is open
    [[nodiscard]] int openCount() const;
    [[nodiscard]] bool isUnderWay() const;             ///< one is open, and not only doubtful
    [[nodiscard]] const NodeAttempt *standing() const; ///< the one whose node stands
    /// Of Made: the one that made the node. Null where nothing was tried.
    [[nodiscard]] const NodeAttempt *madeAttempt() const;
    [[nodiscard]] bool isQueued() const { return means != Means::Direct; }
    /// A person has to say how it goes on.
    [[nodiscard]] bool isAsking() const
    {
        return !question.isEmpty() && questionRevision == wishRevision;
    }
    /// What comes after its node stands failed too often to be tried again before a person says so.
    [[nodiscard]] bool isStuck() const
    {
        const NodeAttempt *stands = standing();
        const AfterStep *step = stands != nullptr ? stands->pendingStep() : nullptr;
        return step != nullptr && step->isGivenUp();
    }
    [[nodiscard]] int tries() const { return droppedAttempts + int(attempts.size()); }
    [[nodiscard]] NodeRef nodeIn(const Zone &zone) const;
};
/// "go", "pause", "cancel"; the inverse gives Go for one it does not know.
[[nodiscard]] QString wishName(NodeRequest::Wish wish);
[[nodiscard]] NodeRequest::Wish wishFromName(const QString &name);
/// What is wrong with how it is asked for, a sentence each; none: it can be.
[[nodiscard]] QStringList problemsOf(const NodeRequest &request);
using NodeRequests = std::vector<NodeRequest>;

/// Where else a person wants a request to be tried.
struct ZoneWish
{
    std::vector<Zone> zones;                      ///< in this order
    std::optional<double> confirmedDollarsPerDay; ///< agreed to for the new ones among them
};

/// The label whose value names the request that made a node. What does not carry it is somebody
/// else's.
[[nodiscard]] QString requestLabel();
[[nodiscard]] bool isOurs(const NodeRequest &request, const cloud::Node &node);
[[nodiscard]] bool isOurs(const NodeRequest &request, const cloud::QueuedResource &resource);
/// "active", "made", "given-up", "cancelled".
[[nodiscard]] QString requestStateName(NodeRequest::State state);
/// Where it stands, for a person: "waits; in us-central2-b: no capacity". How often it was tried is
/// said beside it.
[[nodiscard]] QString statusText(const NodeRequest &request);

} // namespace podium::lifecycle
