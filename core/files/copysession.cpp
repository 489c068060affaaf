// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/copysession.h"

#include "core/base/jobs.h"
#include "core/files/copyscripts.h"
#include "core/files/digest.h"
#include "core/files/packing.h"
#include "core/files/treesender.h"

#include <QRandomGenerator>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace podium::files {

namespace {

QByteArray newId()
{
    return QByteArray::number(QRandomGenerator::system()->generate64(), 16).rightJustified(16, '0');
}

} // namespace

CopySession::CopySession(
    run::RunService service, const std::vector<WorkerRef> &workers, CopyRequest request,
    QObject *parent)
    : Transfer(workers, parent)
    , m_service(std::move(service))
    , m_request(std::move(request))
    , m_folder(workerFolder(m_request.folder))
    , m_looks(workers.size())
    , m_pipes(workers.size())
    , m_done(workers.size())
    , m_since(workers.size())
{
    m_senders.setMaxThreadCount(std::max(1, m_request.atOnce));
}

CopySession::~CopySession()
{
    *m_isStopped = true;
    m_run.reset(); // abandons its pipes, so that no sender waits
    m_senders.waitForDone();
}

bool CopySession::needsSending(const WorkerCopy &copy) const
{
    const WorkerPlan &plan = copy.plan;
    const bool deletes = m_request.deletesExtras && !plan.extras.isEmpty();
    return !plan.error && (!plan.send.empty() || deletes || plan.hasLeftovers);
}

bool CopySession::hasWork() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [this](const WorkerCopy &copy) {
        return needsSending(copy);
    });
}

void CopySession::updateProgress()
{
    for (std::size_t slot = 0; m_run && slot < m_running.size(); ++slot) {
        const std::size_t worker = m_running[slot];
        if (m_done[worker]) {
            m_workers[worker].doneBytes = *m_done[worker];
            m_workers[worker].sentBytes = m_run->sentBytes(int(slot));
        }
    }
}

void CopySession::look()
{
    m_isBusy = true;
    runJob(
        this,
        [sources = m_request.sources, options = m_request.local] {
            return readLocalTree(sources, options);
        },
        [this](const Result<LocalTree> &tree) { onTree(tree); });
}

void CopySession::onTree(const Result<LocalTree> &tree)
{
    if (!tree || *m_isStopped) {
        m_error = tree ? stoppedByPerson() : tree.error();
        endPlan();
        return;
    }
    m_tree = std::make_shared<const LocalTree>(*tree);
    lookThere();
}

void CopySession::lookThere()
{
    Places all;
    std::vector<StreamInput> inputs;
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        all.push_back(i);
        inputs.push_back(
            {m_workers[i].plan.worker,
             {{"place", {m_folder}}},
             filledPipe(listedNames(m_tree->tops))});
    }
    run(lookScript(), all, std::move(inputs), &CopySession::onLooked);
    connect(m_run.get(), &StreamRun::answered, this, [this](int slot, const QByteArrayList &items) {
        m_looks[std::size_t(slot)].read(items);
    });
    connect(m_run.get(), &StreamRun::ended, this, [this](int slot, const Result<> &how) {
        WorkerPlan &plan = m_workers[std::size_t(slot)].plan;
        if (how) {
            plan = planFor(plan.worker, *m_tree, m_looks[std::size_t(slot)].tree());
        } else {
            plan.error = how.error();
        }
    });
    m_run->start();
}

void CopySession::onLooked()
{
    m_tree->gitFolders.empty() ? hashCompared() : spareIgnored();
}

/// What is there and git ignores is not extra: it would not have been copied either.
void CopySession::spareIgnored()
{
    QSet<QByteArray> paths;
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        QSet<QByteArray> folders;
        for (const FileEntry &entry : m_looks[i].tree().entries) {
            if (entry.kind == EntryKind::Folder) {
                folders.insert(entry.path);
            }
        }
        for (const QByteArray &extra : m_workers[i].plan.extras) {
            paths.insert(folders.contains(extra) ? extra + '/' : extra);
        }
    }
    runJob(
        this, [paths, folders = m_tree->gitFolders] { return askGit(folders, paths); },
        [this](const GitAnswer &answer) {
            QSet<QByteArray> staying;
            for (const QSet<QByteArray> *some : {&answer.ignored, &answer.unknown}) {
                for (const QByteArray &path : *some) {
                    staying.insert(path.endsWith('/') ? path.chopped(1) : path);
                }
            }
            for (WorkerCopy &copy : m_workers) {
                spareExtras(copy.plan, staying);
            }
            hashCompared();
        });
}

void CopySession::hashCompared()
{
    hash(
        placesOf([](const WorkerPlan &plan) -> const Places & { return plan.compare; }),
        &CopySession::compare);
}

void CopySession::compare()
{
    std::vector<SumsAsked> asked;
    for (const WorkerCopy &copy : m_workers) {
        QByteArrayList paths;
        for (const std::size_t place : copy.plan.compare) {
            paths << m_tree->entries[place].entry.path;
        }
        asked.push_back({copy.plan.worker, *m_isStopped ? QByteArrayList() : paths});
    }
    m_sumsThere = std::make_unique<SumsRun>(m_service, m_folder, std::move(asked));
    connect(m_sumsThere.get(), &SumsRun::finished, this, &CopySession::onCompared);
    m_sumsThere->start();
}

void CopySession::onCompared()
{
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        WorkerPlan &plan = m_workers[i].plan;
        const auto &sums = m_sumsThere->sums(i);
        if (!sums) {
            plan.error = sums.error();
        } else if (!plan.error) {
            settle(plan, *m_tree, *m_sums, *sums);
            checkRoom(plan, *m_tree, m_looks[i].tree());
        }
    }
    endPlan();
}

void CopySession::endPlan()
{
    m_looks.clear();
    if (m_sumsThere) {
        m_sumsThere.release()->deleteLater(); // it may be what has just called us
    }
    m_isBusy = false;
    if (*m_isStopped && !m_error) {
        m_error = stoppedByPerson();
    }
    emit planned();
}

void CopySession::apply()
{
    m_isBusy = true;
    hash(
        placesOf([](const WorkerPlan &plan) -> const Places & { return plan.send; }),
        &CopySession::lookAtParts);
}

/// Of what an earlier copy was cut in.
void CopySession::lookAtParts()
{
    m_parts = std::make_unique<PartsRun>(m_service, m_folder, SumsRun::Of::Files, m_isStopped);
    connect(m_parts.get(), &PartsRun::finished, this, &CopySession::sample);
    m_parts->start(keptByWorkers(m_workers, *m_tree, *m_sums));
}

void CopySession::sample()
{
    std::vector<FileToPack> files;
    for (const std::size_t place :
         placesOf([](const WorkerPlan &plan) -> const Places & { return plan.send; })) {
        const LocalEntry &local = m_tree->entries[place];
        if (local.entry.kind == EntryKind::File && local.entry.size > 0) {
            files.push_back({local.localPath, local.entry.size});
        }
    }
    runJob(
        this, [files = std::move(files)] { return packingPays(files); },
        [this](bool pays) {
            m_packingPays = pays;
            send();
        });
}

void CopySession::send()
{
    Places asked;
    std::vector<StreamInput> inputs;
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        WorkerCopy &copy = m_workers[i];
        if (copy.plan.error) {
            concludeCopy(copy, failure(*copy.plan.error));
        } else if (*m_isStopped) {
            copy.state = CopyState::Stopped;
        } else if (!needsSending(copy)) {
            concludePlanned(copy);
        } else {
            m_pipes[i] = std::make_shared<BytePipe>();
            const PartsRun::Heads &heads = m_parts->heads(i);
            copy.keptBytes = std::accumulate(heads.begin(), heads.end(), qint64(0));
            m_done[i] = std::make_shared<std::atomic<qint64>>(copy.keptBytes);
            asked.push_back(i);
            inputs.push_back(
                {copy.plan.worker,
                 {{"place", {m_folder}},
                  {"id", {newId()}},
                  {"packing", {isPacked(copy) ? "zstd" : "none"}},
                  {"parts", {heads.isEmpty() ? "drop" : "keep"}}},
                 m_pipes[i]});
        }
    }
    if (asked.empty()) {
        end();
        return;
    }
    run(receiveScript(), asked, std::move(inputs), &CopySession::end);
    connect(m_run.get(), &StreamRun::starting, this, [this](int slot) {
        startSender(int(m_running[std::size_t(slot)]));
    });
    connect(m_run.get(), &StreamRun::answered, this, [this](int slot, const QByteArrayList &items) {
        readReceived(items, m_workers[m_running[std::size_t(slot)]]);
    });
    connect(m_run.get(), &StreamRun::ended, this, [this](int slot, const Result<> &how) {
        onReceived(int(m_running[std::size_t(slot)]), how);
    });
    m_run->start();
}

void CopySession::startSender(int worker)
{
    WorkerCopy &copy = m_workers[std::size_t(worker)];
    copy.state = CopyState::Sending;
    m_since[std::size_t(worker)].start();
    TreeToSend what;
    what.tree = m_tree;
    what.places = copy.plan.send;
    what.sums = m_sums;
    what.heads = m_parts->heads(std::size_t(worker));
    what.isCompressed = isPacked(copy);
    what.done = m_done[std::size_t(worker)];
    if (m_request.deletesExtras) {
        what.deletes = copy.plan.extras;
    }
    runJobIn(
        m_senders, this,
        [what = std::move(what), pipe = m_pipes[std::size_t(worker)]] {
            return sendTree(what, *pipe);
        },
        [this, worker](const std::vector<FileProblem> &problems) {
            m_workers[std::size_t(worker)].seenHere = problems;
        });
}

void CopySession::onReceived(int worker, const Result<> &how)
{
    WorkerCopy &copy = m_workers[std::size_t(worker)];
    updateProgress();
    const QElapsedTimer &since = m_since[std::size_t(worker)];
    copy.tookMs = since.isValid() ? since.elapsed() : 0;
    concludeCopy(copy, how);
}

void CopySession::end()
{
    m_isBusy = false;
    emit finished();
}

CopySession::Places
CopySession::placesOf(const std::function<const Places &(const WorkerPlan &)> &of) const
{
    std::set<std::size_t> all;
    for (const WorkerCopy &copy : m_workers) {
        if (!copy.plan.error) {
            all.insert(of(copy.plan).begin(), of(copy.plan).end());
        }
    }
    return {all.begin(), all.end()};
}

void CopySession::hash(const Places &places, void (CopySession::*next)())
{
    std::vector<std::pair<std::size_t, QByteArray>> files;
    for (const std::size_t place : places) {
        const LocalEntry &local = m_tree->entries[place];
        if (local.entry.kind == EntryKind::File && !m_sums->contains(place)) {
            files.emplace_back(place, local.localPath);
        }
    }
    runJob(
        this,
        [files = std::move(files), isStopped = m_isStopped] {
            Sums sums;
            for (const auto &[place, path] : files) {
                if (const QByteArray sum = digestOf(path, *isStopped); !sum.isEmpty()) {
                    sums.insert(place, sum);
                }
            }
            return sums;
        },
        [this, next](const Sums &sums) {
            for (auto it = sums.begin(); it != sums.end(); ++it) {
                m_sums->insert(it.key(), it.value());
            }
            (this->*next)();
        });
}

void CopySession::run(
    const remote::Script &script, const Places &workers, std::vector<StreamInput> inputs,
    void (CopySession::*next)())
{
    m_running = workers;
    const int atOnce = script.changesWorker ? m_request.atOnce : 0;
    if (m_run) {
        m_run.release()->deleteLater(); // it may be what has just called us
    }
    m_run = std::make_unique<StreamRun>(m_service, script, std::move(inputs), atOnce);
    if (!m_run->narrowed().isEmpty()) {
        emit narrowed(m_run->narrowed());
    }
    connect(m_run.get(), &StreamRun::finished, this, next);
}

void CopySession::stop()
{
    *m_isStopped = true;
    if (m_sumsThere) {
        m_sumsThere->stop();
    } else if (m_run && m_isBusy) {
        m_run->stop();
    }
    if (m_parts) {
        m_parts->stop();
    }
}

} // namespace podium::files
