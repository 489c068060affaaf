// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/sshconfig/forgetkeytask.h"

#include "app/composition/hostkeyinquiry.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/base/childenvironment.h"
#include "core/base/jobs.h"
#include "core/cloud/values/hostkeyalias.h"
#include "core/inventory/inventory.h"
#include "core/ssh/keys/hostkey.h"
#include "core/sshconfig/check/processes.h"
#include "core/sshconfig/plan/makeplan.h"

#include <QFile>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

QString fingerprints(const QList<ssh::HostKey> &keys)
{
    QStringList texts;
    for (const ssh::HostKey &key : keys) {
        texts << QString::fromLatin1(key.type) + QLatin1Char(' ') + ssh::fingerprint(key.blob);
    }
    return texts.join(QStringLiteral(", "));
}

QString fingerprints(const QStringList &keys)
{
    QList<ssh::HostKey> parsed;
    for (const QString &text : keys) {
        if (const auto key = ssh::HostKey::parse(text.toUtf8())) {
            parsed << *key;
        }
    }
    return fingerprints(parsed);
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

ForgetKeyTask::ForgetKeyTask(
    RunServices services, ssh::HostKeyStore &store, app::HostKeyInquiry &inquiry, Paths paths,
    SshConfigArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_store(store)
    , m_inquiry(inquiry)
    , m_paths(std::move(paths))
    , m_arguments(std::move(arguments))
{}

void ForgetKeyTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_awaited = workers.size();
    for (const WorkerRef &worker : workers) {
        const ssh::Endpoint endpoint = endpointOf(m_services.inventory.snapshot(), worker);
        m_inquiry.ask(
            endpoint, Callback<Result<QStringList>>(
                          this, [this, endpoint](const Result<QStringList> &vouched) {
                              take(endpoint, vouched);
                          }));
    }
}

void ForgetKeyTask::take(const ssh::Endpoint &endpoint, const Result<QStringList> &vouched)
{
    m_outcomes.push_back(outcomeOf(endpoint, vouched));
    if (--m_awaited == 0) {
        forgetForSsh();
    }
}

ForgetKeyTask::Outcome
ForgetKeyTask::outcomeOf(const ssh::Endpoint &endpoint, const Result<QStringList> &vouched)
{
    const bool isPinned = !endpoint.pinnedHostKeys.isEmpty();
    if (!vouched && isPinned) {
        return {endpoint, QStringLiteral("not-asked"), vouched.error().text(), ExitCloud};
    }
    if (vouched && !vouched->isEmpty() && *vouched != endpoint.pinnedHostKeys) {
        return {
            endpoint, QStringLiteral("taken-up"),
            QStringLiteral("Google vouches for %1 now; it is known by that.")
                .arg(fingerprints(*vouched)),
            ExitDone};
    }
    if (isPinned) {
        return {
            endpoint, QStringLiteral("vouched"),
            QStringLiteral("Google vouches for the known key, %1, and for no other: it is not "
                           "forgotten. Whatever shows another one is not this worker, or its sshd "
                           "has a key that Google was not told of.")
                .arg(fingerprints(endpoint.pinnedHostKeys)),
            ExitRefused};
    }
    return forget(endpoint);
}

ForgetKeyTask::Outcome ForgetKeyTask::forget(const ssh::Endpoint &endpoint)
{
    const QList<ssh::HostKey> seen = m_store.keysFor(endpoint.hostKeyAlias);
    if (m_arguments.isConfirmed) {
        m_forgotten << endpoint.hostKeyAlias;
    }
    if (seen.isEmpty()) {
        return {
            endpoint, QStringLiteral("unknown"), QStringLiteral("No key of it is known."),
            ExitDone};
    }
    if (!m_arguments.isConfirmed) {
        return {
            endpoint, QStringLiteral("would-forget"),
            QStringLiteral("Known by the key it showed first, %1, which would be forgotten: the "
                           "next one shown at its address would be taken for its own, and nobody "
                           "vouches for it. Say --yes if you know why it changed.")
                .arg(fingerprints(seen)),
            ExitRefused};
    }
    m_store.forget(endpoint.hostKeyAlias);
    return {
        endpoint, QStringLiteral("forgotten"),
        QStringLiteral("%1 is forgotten; the next key that it shows is taken for its own.")
            .arg(fingerprints(seen)),
        ExitDone};
}

/// What ssh itself has met by the generated config stands in a file of its own.
void ForgetKeyTask::forgetForSsh()
{
    runJob(
        this,
        [file = sshconfig::firstUsePath(m_paths), names = m_forgotten] {
            forgetIn(file, names);
            return true;
        },
        [this](bool) { end(); });
}

void ForgetKeyTask::end()
{
    int code = ExitDone;
    if (const auto written = m_store.flush(); !written) {
        printError(written.error());
        code = ExitRefused;
    }
    Json workers = Json::array();
    for (const Outcome &outcome : m_outcomes) {
        code = std::max(code, int(outcome.code));
        if (m_arguments.json) {
            workers.push_back(
                {{"worker", text(outcome.endpoint.worker.text())},
                 {"outcome", text(outcome.word)},
                 {"message", text(outcome.sentence)}});
        } else {
            printLine(namesOf({outcome.endpoint.worker}) + QStringLiteral(": ") + outcome.sentence);
        }
    }
    if (m_arguments.json) {
        printJson({{"workers", std::move(workers)}}, 2);
    }
    emit finished(code);
}

} // namespace podium::ctl
