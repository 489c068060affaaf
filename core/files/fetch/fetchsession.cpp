// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/fetchsession.h"

#include "core/base/jobs.h"
#include "core/files/copyscripts.h"
#include "core/files/fetch/fetchparts.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace podium::files {

namespace {

bool isSomethingToDo(const WorkerPlan &plan)
{
    return !plan.error && (!plan.send.empty() || plan.hasLeftovers);
}

/// Of a fixed length: the command has it in it, and is one for all.
QByteArray lengthText(int length)
{
    constexpr int Digits = 10;
    return QByteArray::number(length).rightJustified(Digits, '0');
}

} // namespace

FetchSession::FetchSession(
    run::RunService service, const std::vector<WorkerRef> &workers, FetchRequest request,
    QObject *parent)
    : Transfer(workers, parent)
    , m_service(std::move(service))
    , m_request(std::move(request))
    , m_look(m_service, workers, m_request)
    , m_parts(workers.size())
{
    connect(&m_look, &FetchLook::finished, this, &FetchSession::onPlanned);
    m_receivers.setMaxThreadCount(std::max(1, m_request.atOnce));
}

FetchSession::~FetchSession()
{
    *m_isStopped = true;
    for (const Part &part : m_parts) {
        if (part.stream) {
            part.stream->abandon(); // so that no receiver waits
        }
    }
    m_receivers.waitForDone();
}

void FetchSession::updateProgress()
{
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const auto &done = m_parts[i].files.done;
        m_workers[i].doneBytes = done ? qint64(*done) : 0;
    }
}

QByteArray FetchSession::folderOf(std::size_t worker) const
{
    return m_parts[worker].what.folder;
}

bool FetchSession::hasWork() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [](const WorkerCopy &copy) {
        return isSomethingToDo(copy.plan);
    });
}

bool FetchSession::leavesOut() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [](const WorkerCopy &copy) {
        return !copy.plan.unread.empty();
    });
}

void FetchSession::look()
{
    m_isBusy = true;
    m_look.start();
}

void FetchSession::onPlanned()
{
    std::vector<FetchPart> parts = m_look.takeParts();
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        m_workers[i].plan = std::move(parts[i].plan);
        m_parts[i].what = std::move(parts[i]);
    }
    m_isBusy = false;
    if (*m_isStopped) {
        m_error = stoppedByPerson();
    }
    emit planned();
}

void FetchSession::apply()
{
    m_isBusy = true;
    struct ToOpen
    {
        QByteArray folder;
        std::shared_ptr<const LocalTree> tree;
        std::vector<std::size_t> places;
    };
    std::vector<ToOpen> asked;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const WorkerPlan &plan = m_workers[i].plan;
        asked.push_back(
            isSomethingToDo(plan) ? ToOpen{m_parts[i].what.folder, m_parts[i].what.tree, plan.send}
                                  : ToOpen());
    }
    using Folders = std::vector<Result<std::shared_ptr<FetchFolder>>>;
    runJob(
        this,
        [asked = std::move(asked)] {
            Folders opened;
            for (const ToOpen &each : asked) {
                opened.push_back(
                    each.tree ? FetchFolder::open(each.folder, partNames(*each.tree, each.places))
                              : Result<std::shared_ptr<FetchFolder>>(nullptr));
            }
            return opened;
        },
        [this](const Folders &opened) {
            for (std::size_t i = 0; i < m_parts.size(); ++i) {
                if (opened[i]) {
                    m_parts[i].folder = *opened[i];
                } else {
                    m_workers[i].plan.error = opened[i].error();
                }
            }
            tellOfModes();
            proveParts();
        });
}

void FetchSession::tellOfModes()
{
    if (std::any_of(m_parts.begin(), m_parts.end(), [](const Part &part) {
            return part.folder && !part.folder->keepsModes();
        })) {
        emit narrowed(QStringLiteral("The disk here keeps no modes: who may read, change or run "
                                     "the files is not as on the workers."));
    }
}

/// What is here of files whose fetch was cut.
void FetchSession::proveParts()
{
    std::vector<PartsToProve> all;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const FetchPart &what = m_parts[i].what;
        PartsToProve asked{m_workers[i].plan.worker, {}};
        if (m_parts[i].folder) {
            for (const PartOffer &offer : keptHere(m_workers[i].plan, *what.tree)) {
                const FileEntry &entry = what.tree->entries[offer.place].entry;
                asked.parts.push_back({offer, partPath(what.folder, entry), entry.path});
            }
        }
        all.push_back(std::move(asked));
    }
    m_kept = std::make_unique<PartsRun>(
        m_service, m_request.source.folder, SumsRun::Of::Beginnings, m_isStopped);
    connect(m_kept.get(), &PartsRun::finished, this, &FetchSession::receive);
    m_kept->start(std::move(all));
}

void FetchSession::receive()
{
    m_open = m_parts.size();
    std::vector<StreamInput> inputs;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        m_workers[i].error = m_kept->error(i); // else what is here would be fetched anew
        if (!*m_isStopped && m_parts[i].folder && !m_workers[i].error && hasFiles(i)) {
            m_running.push_back(i);
            inputs.push_back(inputFor(i));
        } else {
            put(i);
        }
    }
    if (inputs.empty()) {
        return;
    }
    m_run =
        std::make_unique<StreamRun>(m_service, sendScript(), std::move(inputs), m_request.atOnce);
    if (!m_run->narrowed().isEmpty()) {
        emit narrowed(m_run->narrowed());
    }
    connect(m_run.get(), &StreamRun::starting, this, [this](int slot) {
        startReceiver(m_running[std::size_t(slot)]);
    });
    connect(m_run.get(), &StreamRun::streamed, this, [this](int slot, const QByteArray &bytes) {
        const std::size_t worker = m_running[std::size_t(slot)];
        m_workers[worker].sentBytes += bytes.size();
        m_parts[worker].stream->pushNow(bytes);
    });
    connect(m_run.get(), &StreamRun::ended, this, [this](int slot, const Result<> &how) {
        onStreamed(m_running[std::size_t(slot)], how);
    });
    m_run->start();
}

bool FetchSession::hasFiles(std::size_t worker) const
{
    const auto &places = m_workers[worker].plan.send;
    return std::any_of(places.begin(), places.end(), [&](std::size_t place) {
        return m_parts[worker].what.tree->entries[place].entry.kind == EntryKind::File;
    });
}

StreamInput FetchSession::inputFor(std::size_t worker)
{
    Part &part = m_parts[worker];
    WorkerCopy &copy = m_workers[worker];
    FilesToReceive &files = part.files;
    files.tree = part.what.tree;
    files.places = copy.plan.send;
    files.heads = m_kept->heads(worker);
    files.isPacked = m_request.compresses && copy.plan.hasZstd;
    files.wanted = std::make_shared<BytePipe>();
    copy.keptBytes = std::accumulate(files.heads.begin(), files.heads.end(), qint64(0));
    files.done = std::make_shared<std::atomic<qint64>>(copy.keptBytes);
    files.isStopped = m_isStopped;
    const ListToSend list = listToSend(files);
    files.wanted->pushInPieces(list.rests);
    files.wanted->pushInPieces(list.names);
    files.wanted->pushNow(QByteArray(PiecesUnderWay, '\n'));
    part.isStreaming = true;
    part.stream = std::make_shared<BytePipe>();
    return {
        copy.plan.worker,
        {{"place", {m_request.source.folder}},
         {"rests", {lengthText(list.rests.size())}},
         {"names", {lengthText(list.names.size())}},
         {"packing", {files.isPacked ? "zstd" : "none"}}},
        files.wanted};
}

void FetchSession::startReceiver(std::size_t worker)
{
    Part &part = m_parts[worker];
    m_workers[worker].state = CopyState::Sending;
    part.since.start();
    FilesToReceive what = part.files;
    what.folder = part.folder;
    part.isReceiving = true;
    runJobIn(
        m_receivers, this,
        [what = std::move(what), stream = part.stream]() mutable {
            return receiveFiles(std::move(what), *stream);
        },
        [this, worker](const ReceivedFiles &received) { onReceived(worker, received); });
}

void FetchSession::onStreamed(std::size_t worker, const Result<> &how)
{
    if (!how && !m_workers[worker].error) {
        m_workers[worker].error = how.error();
    }
    m_parts[worker].isStreaming = false;
    m_parts[worker].stream->close();
    proveIfEnded(worker);
}

void FetchSession::onReceived(std::size_t worker, const ReceivedFiles &received)
{
    WorkerCopy &copy = m_workers[worker];
    m_parts[worker].isReceiving = false;
    m_parts[worker].arrived = received.sums;
    if (received.error && !copy.error) {
        copy.error = received.error;
        copy.error->subject = copy.plan.worker.text();
    }
    proveIfEnded(worker);
}

void FetchSession::proveIfEnded(std::size_t worker)
{
    Part &part = m_parts[worker];
    if (part.isStreaming || part.isReceiving) {
        return;
    }
    QByteArrayList paths;
    for (auto it = part.arrived.begin(); it != part.arrived.end() && !m_isGivenUp; ++it) {
        paths << part.what.tree->entries[it.key()].entry.path;
    }
    part.sums = std::make_unique<SumsRun>(
        m_service, m_request.source.folder,
        std::vector<SumsAsked>{{m_workers[worker].plan.worker, paths}});
    connect(part.sums.get(), &SumsRun::finished, this, [this, worker] { put(worker); });
    part.sums->start();
}

FetchSession::Arrival FetchSession::takeArrival(std::size_t worker)
{
    Part &part = m_parts[worker];
    WorkerCopy &copy = m_workers[worker];
    const Result<SumsRun::Sums> sums = part.sums ? part.sums->sums(0) : SumsRun::Sums();
    if (!sums && !copy.error) {
        copy.error = sums.error();
    }
    Arrival arrival{std::exchange(part.folder, nullptr), part.what.tree, {}, {}};
    if (arrival.tree) {
        FetchEnd end;
        end.arrived = part.arrived;
        end.there = sums ? *sums : SumsRun::Sums();
        end.hasError = copy.error || copy.plan.error;
        end.isStopped = *m_isStopped;
        arrival.what = arrivalOf(copy.plan, *arrival.tree, end);
    }
    if (arrival.what.isStopped) {
        copy.error = stoppedByPerson();
    }
    arrival.manner.overwrites = m_request.overwrites;
    arrival.manner.moreIsToCome = arrival.what.isCut;
    return arrival;
}

void FetchSession::put(std::size_t worker)
{
    runJob(
        this,
        [arrival = takeArrival(worker)]() mutable {
            std::vector<FileProblem> missing = arrival.what.missing;
            if (arrival.folder) {
                const auto problems =
                    arrival.folder->place(*arrival.tree, arrival.what.places, arrival.manner);
                missing.insert(missing.end(), problems.begin(), problems.end());
                arrival.folder->dropPartsBut(arrival.what.parts);
                arrival.folder.reset();
            }
            return missing;
        },
        [this, worker](const std::vector<FileProblem> &missing) { onPut(worker, missing); });
}

void FetchSession::onPut(std::size_t worker, const std::vector<FileProblem> &missing)
{
    updateProgress();
    const Part &part = m_parts[worker];
    WorkerCopy &copy = m_workers[worker];
    copy.missing = missing;
    copy.isPlaced = true;
    copy.tookMs = part.since.isValid() ? part.since.elapsed() : 0;
    concludeCopy(copy, copy.plan.error ? Result<>(failure(*copy.plan.error)) : Result<>());
    if (--m_open == 0) {
        m_isBusy = false;
        emit finished();
    }
}

void FetchSession::stop()
{
    m_isGivenUp = m_isStopped->exchange(true);
    m_look.stop();
    if (m_kept) {
        m_kept->stop();
    }
    if (m_run) {
        m_run->stop();
    }
    for (const Part &part : m_parts) {
        if (part.sums && m_isGivenUp) {
            part.sums->stop();
        }
    }
}

} // namespace podium::files
