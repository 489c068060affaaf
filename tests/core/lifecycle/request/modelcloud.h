// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/requestmachine.h"

#include <QStringList>

#include <array>
#include <functional>
#include <vector>

namespace podium::tests {

using namespace podium::lifecycle;

/// What may go wrong in a walk, each so often.
struct ModelFaults
{
    int losses = 0;    ///< nodes that are preempted
    int kills = 0;     ///< of Podium, which goes on from what is written down
    int deletions = 0; ///< by somebody else
    int strangers = 0; ///< nodes that somebody else makes under the name
    int cancels = 0;
    int errors = 0; ///< answers that do not come
    bool operator==(const ModelFaults &) const = default;
};

/// A machine and the cloud that it works on, small enough to go through all that can happen: a
/// value, whose successors are all the answers that a step may have.
class ModelCloud final
{
public:
    enum class Node { None, Making, Ready, Lost, Deleting, Theirs };
    enum class Queue { None, Waiting, Active, Suspended, Failed };
    struct Place
    {
        Node node = Node::None;
        Queue queue = Queue::None;
    };

    ModelCloud(const NodeRequest &request, const ModelFaults &faults)
        : machine(request, Pace)
        , left(faults)
    {}

    /// All that may come next; `problem` gets a sentence where a rule is broken.
    [[nodiscard]] std::vector<ModelCloud> successors(QString &problem) const;
    /// What is wrong with the state; empty: nothing.
    [[nodiscard]] QString problem() const;
    /// The same for states that nothing can tell apart.
    [[nodiscard]] QByteArray key() const;
    [[nodiscard]] bool isOver() const
    {
        return machine.request().state != NodeRequest::State::Active;
    }

    static constexpr RequestPace Pace{
        std::chrono::seconds(100), // long steps, so that there are few times to tell apart
        std::chrono::milliseconds(0), 2,   std::chrono::seconds(100),
        std::chrono::seconds(700), // a life is short or long, and nothing between
        std::chrono::milliseconds(0), 720, std::chrono::seconds(100), 2};

    RequestMachine machine;
    std::array<Place, 2> places;
    ModelFaults left;
    QDateTime now = QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);

private:
    using Successors = std::vector<ModelCloud>;
    [[nodiscard]] std::size_t placeOf(std::size_t attempt) const;
    [[nodiscard]] cloud::Node nodeAt(std::size_t place) const;
    void addWorld(Successors &to) const;
    void addSent(const RequestStep &step, Successors &to) const;
    void addFollowed(const RequestStep &step, Successors &to) const;
    void addLooked(const RequestStep &step, Successors &to) const;
    void addQueueLooked(const RequestStep &step, Successors &to) const;
    void addDeleted(const RequestStep &step, Successors &to, QString &problem) const;
    void addReached(const RequestStep &step, Successors &to) const;
};

} // namespace podium::tests
