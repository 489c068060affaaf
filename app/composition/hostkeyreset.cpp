// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/hostkeyreset.h"

#include "app/composition/hostkeyinquiry.h"
#include "core/base/childenvironment.h"
#include "core/base/jobs.h"
#include "core/cloud/values/hostkeyalias.h"
#include "core/inventory/inventory.h"
#include "core/ssh/keys/hostkey.h"
#include "core/sshconfig/check/processes.h"
#include "core/sshconfig/plan/makeplan.h"

#include <QFile>
#include <QStandardPaths>

#include <utility>

namespace podium::app {

namespace {

QString namesOfKeys(const QList<ssh::HostKey> &keys)
{
    QStringList texts;
    for (const ssh::HostKey &key : keys) {
        texts << QString::fromLatin1(key.type) + QLatin1Char(' ') + ssh::fingerprint(key.blob);
    }
    return texts.join(QStringLiteral(", "));
}

QString namesOfKeys(const QStringList &keys)
{
    QList<ssh::HostKey> parsed;
    for (const QString &text : keys) {
        if (const auto key = ssh::HostKey::parse(text.toUtf8())) {
            parsed << *key;
        }
    }
    return namesOfKeys(parsed);
}

/// By the tool that knows the file's forms; hashed names are one of them. Blocks.
void forgetIn(const QString &file, const QStringList &names)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("ssh-keygen"));
    if (program.isEmpty() || !QFile::exists(file)) {
        return;
    }
    constexpr std::chrono::seconds Limit{10};
    for (const QString &name : names) { // one after the other: each rewrites the file
        (void)sshconfig::runProcesses(
            {{{QFile::encodeName(program), "-R", name.toLatin1(), "-f", QFile::encodeName(file)},
              environmentForChildren()}},
            1, Limit);
    }
}

/// Under its name also where the worker cannot be reached now.
ssh::Endpoint endpointOf(const inventory::Snapshot &snapshot, const WorkerRef &worker)
{
    ssh::Endpoint endpoint;
    endpoint.worker = worker;
    if (const inventory::NodeEntry *entry = snapshot.find(worker.node)) {
        endpoint.hostKeyAlias = cloud::hostKeyAlias(entry->node, worker.index);
        if (worker.index < int(entry->node.workers.size())) {
            endpoint.pinnedHostKeys = entry->node.workers[std::size_t(worker.index)].hostKeys;
        }
    }
    return endpoint;
}

} // namespace

HostKeyReset::HostKeyReset(
    std::shared_ptr<ssh::HostKeyStore> store, HostKeyInquiry &inquiry,
    const inventory::Inventory &inventory, Paths paths, QObject *parent)
    : QObject(parent)
    , m_store(std::move(store))
    , m_inquiry(inquiry)
    , m_inventory(inventory)
    , m_paths(std::move(paths))
{}

void HostKeyReset::reset(
    const std::vector<WorkerRef> &workers, Forget what, const Callback<Report> &done)
{
    auto job = std::make_shared<Job>();
    job->what = what;
    job->awaited = workers.size();
    job->done = done;
    if (workers.empty()) {
        finish(job);
    }
    for (const WorkerRef &worker : workers) {
        const ssh::Endpoint endpoint = endpointOf(m_inventory.snapshot(), worker);
        const auto take = [this, endpoint, job](const Result<QStringList> &vouched) {
            job->report.outcomes.push_back(outcomeOf(endpoint, vouched, *job));
            if (--job->awaited == 0) {
                finish(job);
            }
        };
        m_inquiry.ask(endpoint, Callback<Result<QStringList>>(this, take));
    }
}

HostKeyOutcome
HostKeyReset::outcomeOf(const ssh::Endpoint &endpoint, const Result<QStringList> &vouched, Job &job)
{
    using Kind = HostKeyOutcome::Kind;
    std::optional<Keys> shown; // was it shown as one that would be forgotten?
    if (m_shown.contains(endpoint.hostKeyAlias)) {
        shown = m_shown.take(endpoint.hostKeyAlias);
    }
    const bool isPinned = !endpoint.pinnedHostKeys.isEmpty();
    if (!vouched && isPinned) {
        return {endpoint.worker, Kind::NotAsked, vouched.error().text()};
    }
    if (vouched && vouched->isEmpty() && isPinned) {
        return {
            endpoint.worker, Kind::NotAsked,
            QStringLiteral("Google names no key of it now. It is known by %1, which Google vouched "
                           "for before, and that stays.")
                .arg(namesOfKeys(endpoint.pinnedHostKeys))};
    }
    if (vouched && !vouched->isEmpty() && *vouched != endpoint.pinnedHostKeys) {
        return {
            endpoint.worker, Kind::TakenUp,
            QStringLiteral("Google vouches for %1 now; it is known by that.")
                .arg(namesOfKeys(*vouched))};
    }
    if (isPinned) {
        return {
            endpoint.worker, Kind::Vouched,
            QStringLiteral("Google vouches for the known key, %1, and for no other: it is not "
                           "forgotten. Whatever shows another one is not this worker, or its sshd "
                           "has a key that Google was not told of.")
                .arg(namesOfKeys(endpoint.pinnedHostKeys))};
    }
    return forget(endpoint, job, shown);
}

/// What was shown is forgotten, not what would be shown now: a worker may have lost the key that
/// Google vouched for, or have been met by another one, since.
HostKeyOutcome
HostKeyReset::forget(const ssh::Endpoint &endpoint, Job &job, const std::optional<Keys> &shown)
{
    using Kind = HostKeyOutcome::Kind;
    const auto seen = m_store->keysFor(endpoint.hostKeyAlias);
    if (!seen) {
        job.report.error = seen.error();
        return {
            endpoint.worker, Kind::NotKnown,
            QStringLiteral("Whether a key of it is known cannot be told.")};
    }
    const bool isAsShown = shown && (seen->isEmpty() || *seen == *shown);
    const bool goes = job.what == Forget::All || (job.what == Forget::WhatWasShown && isAsShown);
    if (goes) {
        job.forgotten << endpoint.hostKeyAlias;
    }
    if (seen->isEmpty()) {
        return {endpoint.worker, Kind::NotKnown, QStringLiteral("No key of it is known.")};
    }
    if (!goes) {
        return wouldForget(endpoint, *seen, job);
    }
    m_store->forget(endpoint.hostKeyAlias);
    return {
        endpoint.worker, Kind::Forgotten,
        QStringLiteral("%1 is forgotten; the next key that it shows is taken for its own.")
            .arg(namesOfKeys(*seen))};
}

HostKeyOutcome
HostKeyReset::wouldForget(const ssh::Endpoint &endpoint, const Keys &keys, const Job &job)
{
    m_shown.insert(endpoint.hostKeyAlias, keys);
    const QString text =
        QStringLiteral("Known by the key it showed first, %1, which would be forgotten: the "
                       "next one shown at its address would be taken for its own, and nobody "
                       "vouches for it.")
            .arg(namesOfKeys(keys));
    const QString why = job.what == Forget::WhatWasShown
                            ? QStringLiteral("This is not what was shown before, so nothing of it "
                                             "was forgotten. ")
                            : QString();
    return {endpoint.worker, HostKeyOutcome::Kind::WouldForget, QString(why + text)};
}

/// What ssh itself has met by the generated config stands in a file of its own.
void HostKeyReset::finish(const std::shared_ptr<Job> &job)
{
    runJob(
        this,
        [file = sshconfig::firstUsePath(m_paths), names = job->forgotten, store = m_store] {
            forgetIn(file, names);
            return store->flush();
        },
        [job](const Result<> &written) {
            if (!written) {
                job->report.error = written.error();
            }
            job->done(job->report);
        });
}

} // namespace podium::app
