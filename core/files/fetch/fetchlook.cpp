// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/fetchlook.h"

#include "core/base/jobs.h"
#include "core/files/copyscripts.h"
#include "core/files/digest.h"
#include "core/files/fetch/fetchparts.h"
#include "core/files/manifest.h"

#include <QFile>

#include <numeric>
#include <utility>

namespace podium::files {

namespace {

/// Of one worker, what is read on this machine for its plan.
struct HerePlan
{
    WorkerPlan plan;
    QSet<QByteArray> here;
    QHash<std::size_t, QByteArray> sums;
};

HerePlan planHere(
    const WorkerRef &worker, const LocalTree &tree, const QByteArray &folder,
    const std::atomic<bool> &isStopped)
{
    const WorkerTree here = readHere(folder, tree);
    HerePlan made;
    made.plan = planFor(worker, tree, here);
    made.plan.unread = tree.problems;
    for (const FileEntry &entry : here.entries) {
        made.here.insert(entry.path);
    }
    for (const std::size_t place : made.plan.compare) {
        const QByteArray path = folder + '/' + tree.entries[place].entry.path;
        made.sums.insert(place, digestOf(path, isStopped));
    }
    return made;
}

} // namespace

FetchLook::FetchLook(
    run::RunService service, const std::vector<WorkerRef> &workers, FetchRequest request,
    QObject *parent)
    : QObject(parent)
    , m_service(std::move(service))
    , m_request(std::move(request))
    , m_parts(workers.size())
    , m_looks(workers.size())
    , m_sumsHere(workers.size())
{
    const std::vector<QString> names = folderNames(workers, m_request.allWorkers);
    for (std::size_t i = 0; i < workers.size(); ++i) {
        m_parts[i].plan.worker = workers[i];
        m_parts[i].folder = m_request.folder + '/' + QFile::encodeName(names[i]);
    }
}

FetchLook::~FetchLook()
{
    *m_isStopped = true;
}

void FetchLook::start()
{
    std::vector<StreamInput> inputs;
    inputs.reserve(m_parts.size());
    for (const FetchPart &part : m_parts) {
        inputs.push_back(
            {part.plan.worker, lookData(m_request.source),
             filledPipe(listedNames({m_request.source.name}))});
    }
    m_run = std::make_unique<StreamRun>(m_service, lookScript(), std::move(inputs), 0);
    connect(m_run.get(), &StreamRun::answered, this, [this](int slot, const QByteArrayList &items) {
        m_looks[std::size_t(slot)].read(items);
    });
    connect(m_run.get(), &StreamRun::ended, this, [this](int slot, const Result<> &how) {
        onLooked(std::size_t(slot), how);
    });
    connect(m_run.get(), &StreamRun::finished, this, &FetchLook::readHereAll);
    m_run->start();
}

void FetchLook::onLooked(std::size_t worker, const Result<> &how)
{
    FetchPart &part = m_parts[worker];
    WorkerPlan &plan = part.plan;
    const WorkerTree &there = m_looks[worker].tree();
    if (!how) {
        plan.error = how.error();
    } else if (!there.obstacle.isEmpty()) {
        plan.error = Error{
            ErrorKind::PermissionDenied,
            QStringLiteral("Nothing can be fetched from there."),
            there.obstacle,
            {},
            plan.worker.text()};
    } else if (there.entries.empty()) {
        plan.error = nothingThere(m_request.source, there, plan.worker);
    } else {
        part.tree = std::make_shared<const LocalTree>(treeOfWorker(there, m_request.source));
    }
}

void FetchLook::readHereAll()
{
    struct Asked
    {
        WorkerRef worker;
        std::shared_ptr<const LocalTree> tree;
        QByteArray folder;
    };
    std::vector<Asked> asked;
    asked.reserve(m_parts.size());
    for (const FetchPart &part : m_parts) {
        asked.push_back({part.plan.worker, part.tree, part.folder});
    }
    runJob(
        this,
        [asked = std::move(asked), folder = m_request.folder, isStopped = m_isStopped] {
            std::vector<HerePlan> plans;
            for (const Asked &each : asked) {
                plans.push_back(
                    each.tree ? planHere(each.worker, *each.tree, each.folder, *isStopped)
                              : HerePlan());
            }
            return std::make_pair(std::move(plans), roomIn(folder));
        },
        [this](const std::pair<std::vector<HerePlan>, std::optional<qint64>> &read) {
            for (std::size_t i = 0; i < m_parts.size(); ++i) {
                FetchPart &part = m_parts[i];
                if (part.tree) {
                    part.plan = read.first[i].plan;
                    part.plan.hasZstd = m_looks[i].tree().hasZstd;
                    part.here = read.first[i].here;
                    m_sumsHere[i] = read.first[i].sums;
                }
            }
            m_looks.clear();
            m_room = read.second;
            compareThere();
        });
}

void FetchLook::compareThere()
{
    std::vector<SumsAsked> asked;
    for (const FetchPart &part : m_parts) {
        QByteArrayList paths;
        for (const std::size_t place : part.plan.compare) {
            paths << part.tree->entries[place].entry.path;
        }
        asked.push_back({part.plan.worker, *m_isStopped ? QByteArrayList() : paths});
    }
    m_sums = std::make_unique<SumsRun>(m_service, m_request.source.folder, std::move(asked));
    connect(m_sums.get(), &SumsRun::finished, this, &FetchLook::onCompared);
    m_sums->start();
}

void FetchLook::onCompared()
{
    qint64 bytes = 0; // that it takes
    qint64 parts = 0; // they go, or are made use of
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        WorkerPlan &plan = m_parts[i].plan;
        if (!m_parts[i].tree) {
            continue;
        }
        if (const auto &sums = m_sums->sums(i)) {
            settle(plan, *m_parts[i].tree, m_sumsHere[i], *sums);
        } else {
            plan.error = sums.error();
            continue;
        }
        if (!m_request.overwrites) {
            spareExisting(plan, *m_parts[i].tree, m_parts[i].here);
        }
        for (const PartOffer &offer : keptHere(plan, *m_parts[i].tree)) {
            plan.keptBytes += offer.size;
        }
        plan.holes = holesOf(plan, *m_parts[i].tree);
        bytes += plan.bytes - plan.holes;
        parts = std::accumulate(plan.parts.begin(), plan.parts.end(), parts);
    }
    for (FetchPart &part : m_parts) {
        WorkerPlan &plan = part.plan;
        if (m_room) {
            plan.freeBytes = *m_room + parts;
        }
        if (plan.freeBytes && bytes > *plan.freeBytes && !plan.error) {
            plan.error = Error{
                ErrorKind::Refused,
                QStringLiteral("The disk of this machine has no room for all of it."),
                {},
                QStringLiteral("Make room, or fetch into another folder."),
                plan.worker.text()};
        }
    }
    emit finished();
}

void FetchLook::stop()
{
    *m_isStopped = true;
    if (m_sums) {
        m_sums->stop();
    } else if (m_run) {
        m_run->stop();
    }
}

} // namespace podium::files
