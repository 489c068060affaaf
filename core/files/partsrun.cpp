// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/partsrun.h"

#include "core/base/jobs.h"
#include "core/files/digest.h"

#include <QSet>

#include <map>
#include <numeric>
#include <utility>

namespace podium::files {

QByteArray partName(const QByteArray &sum)
{
    return ".podium-copy-part-" + sum;
}

std::vector<PartOffer>
offersOf(const WorkerPlan &plan, const LocalTree &tree, const QHash<std::size_t, QByteArray> &names)
{
    std::vector<PartOffer> offers;
    if (plan.parts.isEmpty()) {
        return offers; // as nearly always, of however many files
    }
    QSet<QByteArray> taken; // of two files that are the same only one gets it
    for (const std::size_t place : plan.send) {
        const QByteArray name = names.value(place);
        const qint64 part = plan.parts.value(name);
        if (part > 0 && part <= tree.entries[place].entry.size && !taken.contains(name)) {
            taken.insert(name);
            offers.push_back({place, part});
        }
    }
    return offers;
}

std::vector<PartOffer> partOffers(
    const WorkerPlan &plan, const LocalTree &tree, const QHash<std::size_t, QByteArray> &sums)
{
    std::vector<PartOffer> offers = offersOf(plan, tree, sums);
    if (!plan.freeBytes) {
        return offers;
    }
    qint64 needed = plan.bytes;
    for (const PartOffer &offer : offers) {
        // The rest twice, the part not at all.
        needed += tree.entries[offer.place].entry.size - 2 * offer.size;
    }
    const qint64 room =
        *plan.freeBytes - std::accumulate(plan.parts.begin(), plan.parts.end(), qint64(0));
    return needed <= room ? offers : std::vector<PartOffer>();
}

std::vector<PartsToProve> keptByWorkers(
    const std::vector<WorkerCopy> &workers, const LocalTree &tree,
    const QHash<std::size_t, QByteArray> &sums)
{
    std::vector<PartsToProve> all;
    for (const WorkerCopy &copy : workers) {
        PartsToProve asked{copy.plan.worker, {}};
        if (!copy.plan.error) {
            for (const PartOffer &offer : partOffers(copy.plan, tree, sums)) {
                asked.parts.push_back(
                    {offer, tree.entries[offer.place].localPath,
                     partName(sums.value(offer.place))});
            }
        }
        all.push_back(std::move(asked));
    }
    return all;
}

PartsRun::PartsRun(
    run::RunService service, QByteArray folder, SumsRun::Of of,
    std::shared_ptr<std::atomic<bool>> isStopped, QObject *parent)
    : QObject(parent)
    , m_service(std::move(service))
    , m_folder(std::move(folder))
    , m_of(of)
    , m_isStopped(std::move(isStopped))
{}

void PartsRun::start(std::vector<PartsToProve> asked)
{
    m_asked = std::move(asked);
    m_heads.resize(m_asked.size());
    std::map<QByteArray, std::set<qint64>> sizes;
    for (const PartsToProve &each : m_asked) {
        for (const PartToProve &part : each.parts) {
            sizes[part.localPath].insert(part.offer.size);
        }
    }
    // A copy sends such a file anew: its holes cost nothing then.
    const Holes holes = m_of == SumsRun::Of::Beginnings ? Holes::AsZeros : Holes::LeftOut;
    runJob(
        this,
        [sizes = std::move(sizes), isStopped = m_isStopped, holes] {
            Digests digests;
            for (const auto &[path, wanted] : sizes) {
                digests.insert(path, digestsOfBeginnings(path, wanted, *isStopped, holes));
            }
            return digests;
        },
        [this](const Digests &here) { ask(here); });
}

void PartsRun::ask(const Digests &here)
{
    std::vector<SumsAsked> asked;
    for (const PartsToProve &each : m_asked) {
        SumsAsked sums{each.worker, {}, {}};
        for (const PartToProve &part : each.parts) {
            if (!*m_isStopped && here.value(part.localPath).contains(part.offer.size)) {
                sums.paths << part.pathThere;
                sums.sizes.push_back(part.offer.size);
            }
        }
        asked.push_back(std::move(sums));
    }
    m_there = std::make_unique<SumsRun>(m_service, m_folder, std::move(asked), m_of);
    connect(m_there.get(), &SumsRun::finished, this, [this, here] { compare(here); });
    m_there->start();
}

void PartsRun::compare(const Digests &here)
{
    for (std::size_t i = 0; i < m_asked.size(); ++i) {
        const auto &there = m_there->sums(i);
        for (const PartToProve &part : there ? m_asked[i].parts : std::vector<PartToProve>()) {
            const QByteArray ours = here.value(part.localPath).value(part.offer.size);
            if (!ours.isEmpty() && there->value(part.pathThere) == ours) {
                m_heads[i].insert(part.offer.place, part.offer.size);
            }
        }
    }
    emit finished();
}

std::optional<Error> PartsRun::error(std::size_t worker) const
{
    const auto &there = m_there->sums(worker);
    return there ? std::nullopt : std::optional<Error>(there.error());
}

void PartsRun::stop()
{
    if (m_there) {
        m_there->stop();
    }
}

} // namespace podium::files
