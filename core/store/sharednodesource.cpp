// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/sharednodesource.h"

#include "core/base/log.h"
#include "core/store/noderows.h"

#include <spdlog/spdlog.h>

#include <QUuid>

#include <algorithm>
#include <utility>

namespace podium::store {

using inventory::Listing;
using inventory::Question;
using inventory::Snapshot;
using inventory::Urgency;

namespace {

using namespace std::chrono_literals;

constexpr auto WatcherBeat = 10s; ///< renews a lease of three times as long
constexpr auto ReaderBeat = 2s;   ///< how late news of another Podium may be
constexpr auto Rest = 60s;        ///< after a question that could not be asked

/// What another Podium has stored since: host keys that a login there took up would otherwise be
/// overwritten with the old ones.
std::optional<Snapshot> readNewer(Database &database, const Snapshot &known)
{
    const auto asOf = storedAsOf(database);
    if (!asOf || !known.asOf.isValid() || !asOf->isValid() || *asOf <= known.asOf) {
        return std::nullopt;
    }
    auto stored = readSnapshot(database);
    return stored ? std::optional(std::move(*stored)) : std::nullopt;
}

bool hasOtherKeys(const cloud::Node &node, const cloud::Node &known)
{
    const auto isSame = [](const cloud::Worker &a, const cloud::Worker &b) {
        return a.hostKeys == b.hostKeys;
    };
    return !std::equal(
        node.workers.begin(), node.workers.end(), known.workers.begin(), known.workers.end(),
        isSame);
}

/// Nodes whose host keys were learnt by others since `known`.
std::vector<cloud::Node> keysLearntSince(Database &database, const Snapshot &known)
{
    std::vector<cloud::Node> nodes;
    const std::optional<Snapshot> stored = readNewer(database, known);
    for (std::size_t i = 0; stored && i < stored->nodes.size(); ++i) {
        const cloud::Node &node = stored->nodes[i].node;
        const inventory::NodeEntry *before = known.find(node.ref);
        if (before && before->node.id == node.id && hasOtherKeys(node, before->node)) {
            nodes.push_back(node);
        }
    }
    return nodes;
}

} // namespace

/// What the database said.
struct SharedNodeSource::Answer
{
    bool isWatcher = true;
    std::optional<Snapshot> stored; ///< where it is not; of a watcher what is newer than it knows
    std::optional<QDateTime> asOf;  ///< of what was stored just before; none: not known
};

SharedNodeSource::SharedNodeSource(
    inventory::NodeSource &cloud, DatabaseQueue &queue, const Clock &clock, const QString &program,
    QObject *parent)
    : QObject(parent)
    , m_cloud(cloud)
    , m_queue(queue)
    , m_clock(clock)
    , m_lease(QUuid::createUuid().toString(QUuid::WithoutBraces), thisProcess(), program)
{
    connect(&m_beat, &QTimer::timeout, this, &SharedNodeSource::beat);
}

SharedNodeSource::~SharedNodeSource()
{
    setSharing(false);
}

void SharedNodeSource::setSharing(bool sharing)
{
    m_sharing = sharing;
    if (!sharing && m_isWatcher) {
        m_isWatcher = false;
        m_beat.stop();
        m_queue.run<void>(
            [lease = m_lease](Database &database) { return lease.release(database); }, {});
    }
}

void SharedNodeSource::list(const Question &question, Callback<Listing> done)
{
    if (!m_sharing) {
        m_cloud.list(question, std::move(done));
        return;
    }
    const bool force = question.urgency == Urgency::Urgent;
    Callback<Answer> answered(this, [this, question, done = std::move(done)](Answer answer) {
        onAnswer(std::move(answer), question, done);
    });
    m_queue.post([lease = m_lease, now = m_clock.now(), force, known = question.known,
                  answered = std::move(answered)](const Result<Database *> &database) {
        const auto asOf = database ? storedAsOf(**database) : failure(database.error());
        const auto seen = asOf ? std::optional(*asOf) : std::nullopt;
        const auto mine = database ? lease.take(**database, now, force) : Result<bool>(true);
        if (!mine) {
            logger("store")->error("{}", mine.error().text().toStdString());
        }
        if (mine.value_or(true)) {
            answered({true, database ? readNewer(**database, *known) : std::nullopt, seen});
            return;
        }
        auto stored = readSnapshot(**database);
        // A watcher that has just begun has nothing to read yet.
        const bool isThere = stored && stored->asOf.isValid();
        answered({!stored, isThere ? std::optional(std::move(*stored)) : std::nullopt, seen});
    });
}

void SharedNodeSource::onAnswer(
    Answer answer, const Question &question, const Callback<Listing> &done)
{
    setWatcher(answer.isWatcher);
    if (m_isWatcher) {
        m_seen = answer.asOf;
        auto base =
            answer.stored ? std::make_shared<const Snapshot>(*answer.stored) : question.known;
        if (answer.stored && question.progress) {
            Listing listing;
            listing.whole = std::move(*answer.stored);
            question.progress(std::move(listing));
        }
        m_cloud.list(
            question, {this, [this, done, base, tell = question.keysLearnt](Listing listing) {
                           if (listing.error) {
                               giveUp();
                           } else {
                               lookAgain(base, tell);
                           }
                           done(std::move(listing));
                       }});
        return;
    }
    Listing listing;
    if (answer.stored) {
        listing.whole = std::move(*answer.stored);
    } else {
        listing.whole = *question.known;
    }
    m_seen = listing.whole->asOf;
    done(std::move(listing));
}

/// What others have stored while the cloud was asked: the answer is about to be stored over it,
/// with the old keys. In the queue before that, and so that nobody waits for the disk.
void SharedNodeSource::lookAgain(
    const inventory::SharedSnapshot &base,
    const std::function<void(std::vector<cloud::Node>)> &tell)
{
    if (!tell) {
        return;
    }
    Callback<std::vector<cloud::Node>> answered(this, [tell](std::vector<cloud::Node> nodes) {
        if (!nodes.empty()) {
            tell(std::move(nodes));
        }
    });
    m_queue.post([base, answered = std::move(answered)](const Result<Database *> &database) {
        if (database) {
            answered(keysLearntSince(**database, *base));
        }
    });
}

void SharedNodeSource::setWatcher(bool isWatcher)
{
    const bool isNew = std::exchange(m_isWatcher, isWatcher) != isWatcher;
    if (isNew || !m_beat.isActive()) {
        m_beat.start(isWatcher ? std::chrono::milliseconds(WatcherBeat) : ReaderBeat);
        logger("store")->info(
            isWatcher ? "This Podium asks the cloud."
                      : "Another Podium asks the cloud; its findings are read.");
        emit watcherChanged(isWatcher);
    }
}

/// Another Podium may have what is missing here; what it has stored since the question is news.
void SharedNodeSource::giveUp()
{
    if (!m_sharing) {
        return;
    }
    m_rest.setRemainingTime(Rest);
    m_isWatcher = false;
    m_beat.start(ReaderBeat);
    m_queue.run<void>(
        [lease = m_lease](Database &database) { return lease.release(database); }, {});
}

void SharedNodeSource::beat()
{
    if (std::exchange(m_beating, true)) {
        return; // the database is slow; one question is enough
    }
    using Found = std::pair<QDateTime, bool>; // what is stored, whether the watch is to be had
    Callback<Found> answered(this, [this](const Found &found) {
        m_beating = false;
        handleBeat(found.first, found.second);
    });
    m_queue.post([lease = m_lease, now = m_clock.now(), isWatcher = m_isWatcher,
                  answered = std::move(answered)](const Result<Database *> &database) {
        if (!database) {
            answered({});
            return;
        }
        const auto asOf = storedAsOf(**database);
        // A watcher that finds that another one has it now has something to read.
        const bool isFree = isWatcher ? !lease.take(**database, now, false).value_or(true)
                                      : lease.isFree(**database, now).value_or(false);
        answered({asOf.value_or(QDateTime()), isFree});
    });
}

void SharedNodeSource::handleBeat(const QDateTime &asOf, bool isFree)
{
    const bool isNewer = !m_isWatcher && m_seen && *m_seen != asOf;
    m_seen = m_seen.value_or(asOf);
    const bool mayTake = m_isWatcher || m_rest.hasExpired();
    if (m_sharing && (isNewer || (isFree && mayTake))) {
        emit worthALook();
    }
}

} // namespace podium::store
