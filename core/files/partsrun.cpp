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

std::vector<PartOffer> partOffers(
    const WorkerPlan &plan, const LocalTree &tree, const QHash<std::size_t, QByteArray> &sums)
{
    std::vector<PartOffer> offers;
    if (plan.parts.isEmpty()) {
        return offers; // as nearly always, of however many files
    }
    QSet<QByteArray> taken; // of two files that are the same only one gets it
    qint64 needed = plan.bytes;
    for (const std::size_t place : plan.send) {
        const QByteArray sum = sums.value(place);
        const qint64 whole = tree.entries[place].entry.size;
        const qint64 part = plan.parts.value(sum);
        if (part > 0 && part <= whole && !taken.contains(sum)) {
            taken.insert(sum);
            offers.push_back({place, part});
            needed += whole - 2 * part; // the rest twice, the part not at all
        }
    }
    if (plan.freeBytes) {
        const qint64 room =
            *plan.freeBytes - std::accumulate(plan.parts.begin(), plan.parts.end(), qint64(0));
        return needed <= room ? offers : std::vector<PartOffer>();
    }
    return offers;
}

PartsRun::PartsRun(
    run::RunService service, QByteArray folder, std::shared_ptr<const LocalTree> tree,
    std::shared_ptr<const QHash<std::size_t, QByteArray>> sums,
    std::shared_ptr<std::atomic<bool>> isStopped, QObject *parent)
    : QObject(parent)
    , m_service(std::move(service))
    , m_folder(std::move(folder))
    , m_tree(std::move(tree))
    , m_sums(std::move(sums))
    , m_isStopped(std::move(isStopped))
{}

void PartsRun::start(const std::vector<WorkerCopy> &workers)
{
    std::map<std::size_t, std::set<qint64>> sizes;
    for (const WorkerCopy &copy : workers) {
        m_workers.push_back(copy.plan.worker);
        m_offers.push_back(
            copy.plan.error ? std::vector<PartOffer>() : partOffers(copy.plan, *m_tree, *m_sums));
        for (const PartOffer &offer : m_offers.back()) {
            sizes[offer.place].insert(offer.size);
        }
    }
    m_heads.resize(workers.size());
    runJob(
        this,
        [sizes = std::move(sizes), tree = m_tree, isStopped = m_isStopped] {
            Digests digests;
            for (const auto &[place, wanted] : sizes) {
                digests.insert(
                    place, digestsOfBeginnings(tree->entries[place].localPath, wanted, *isStopped));
            }
            return digests;
        },
        [this](const Digests &here) { ask(here); });
}

QByteArray PartsRun::pathOf(const PartOffer &offer) const
{
    return ".podium-copy-part-" + m_sums->value(offer.place);
}

void PartsRun::ask(const Digests &here)
{
    std::vector<SumsAsked> asked;
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        QByteArrayList paths;
        for (const PartOffer &offer : m_offers[i]) {
            if (!*m_isStopped && here.value(offer.place).contains(offer.size)) {
                paths << pathOf(offer);
            }
        }
        asked.push_back({m_workers[i], paths});
    }
    m_there = std::make_unique<SumsRun>(m_service, m_folder, std::move(asked));
    connect(m_there.get(), &SumsRun::finished, this, [this, here] { compare(here); });
    m_there->start();
}

void PartsRun::compare(const Digests &here)
{
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        const auto &there = m_there->sums(i);
        for (const PartOffer &offer : there ? m_offers[i] : std::vector<PartOffer>()) {
            const QByteArray ours = here.value(offer.place).value(offer.size);
            if (!ours.isEmpty() && there->value(pathOf(offer)) == ours) {
                m_heads[i].insert(offer.place, offer.size);
            }
        }
    }
    emit finished();
}

void PartsRun::stop()
{
    if (m_there) {
        m_there->stop();
    }
}

} // namespace podium::files
