// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/people/workerlab.h"

#include "core/people/actual/scriptanswer.h"
#include "core/people/script/peoplescript.h"
#include "tests/core/people/sshkeygen.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/realssh.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QProcess>

#include <algorithm>

namespace podium::tests {

using namespace podium::people;

Ended runHere(const QString &program, const QStringList &arguments, const QByteArray &input)
{
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    const bool hasEnded = process.waitForFinished(Patience);
    if (!hasEnded) {
        process.kill();
        process.waitForFinished(Patience);
    }
    return {
        hasEnded && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError()};
}

bool WorkerLab::start(int count, const QStringList &wrapper)
{
    QJsonArray nodes;
    for (int i = 0; i < count; ++i) {
        nodes.append(QJsonObject{
            {"zone", "us-central2-b"},
            {"name", QStringLiteral("n%1").arg(i)},
            {"acceleratorType", "v4-8"}});
    }
    const QJsonObject project{{"id", "lab"}, {"nodes", nodes}};
    m_cloud.setWrapper(wrapper);
    return m_cloud.startWith({{"operationMs", 0}, {"projects", QJsonArray{project}}});
}

QString WorkerLab::address() const
{
    return m_cloud
        .get(QStringLiteral("/v2/projects/lab/locations/us-central2-b/nodes/") + nodeName())
        .json()["networkEndpoints"]
        .toArray()
        .at(0)
        .toObject()["accessConfig"]
        .toObject()["externalIp"]
        .toString();
}

QStringList WorkerLab::sshArguments(
    const QString &login, const QString &identity, const QByteArray &command) const
{
    return tests::sshArguments(m_cloud.sshPort(), identity, login + '@' + address()) +
           QStringList{QString::fromUtf8(command)};
}

Ended WorkerLab::admin(const QByteArray &command, const QByteArray &input) const
{
    return runHere("ssh", sshArguments(m_cloud.user(), m_cloud.identity(), command), input);
}

QByteArray WorkerLab::root(const QByteArray &script) const
{
    // Whoever comes first stays, and lets the others through: a login costs more than what most do.
    const QStringList shared{
        "-oControlMaster=auto", "-oControlPersist=yes",
        "-oControlPath=" + m_connections.filePath(nodeName())};
    const Ended ended = runHere(
        "ssh", shared + sshArguments(m_cloud.user(), m_cloud.identity(), "sudo -n sh -s"), script);
    return ended.status == 0
               ? ended.out
               : "ended with " + QByteArray::number(ended.status) + ": " + ended.out + ended.err;
}

Ended WorkerLab::person(
    const QString &login, const QString &keyName, const QByteArray &command,
    const QByteArray &input) const
{
    return runHere("ssh", sshArguments(login, m_keys.filePath(keyName), command), input);
}

PublicKey WorkerLab::key(const QString &name) const
{
    const QString path = m_keys.filePath(name);
    if (!QFileInfo::exists(path)) {
        makeKey(m_keys.path(), name, {"-t", "ed25519", "-C", name});
    }
    QFile file(path + ".pub");
    const auto line =
        file.open(QIODevice::ReadOnly) ? parseKeyLine(file.readLine().trimmed()) : std::nullopt;
    return line ? line->key : PublicKey();
}

PublicKey WorkerLab::ownKey() const
{
    if (m_ownKey == PublicKey()) {
        const Ended ended = runHere("ssh-keygen", {"-y", "-f", m_cloud.identity()});
        const auto line = parseKeyLine(ended.out.trimmed());
        m_ownKey = line ? line->key : PublicKey();
    }
    return m_ownKey;
}

ActualWorker WorkerLab::inspect() const
{
    return parseFound(admin(peopleCommand(), inspectInput()).out).value_or(ActualWorker());
}

Ended WorkerLab::apply(const QByteArray &data) const
{
    return admin(peopleCommand(), applyInput(data));
}

WorkerPlan WorkerLab::plan(const DesiredAccounts &desired, PlanContext context) const
{
    const ActualWorker found = inspect();
    context.ownKeys = {ownKey()};
    const auto worker = WorkerRef::parse("lab/us-central2-b/" + nodeName() + ":0");
    return planPeople({{*worker, &desired, &found, nullptr}}, context).front();
}

Ended WorkerLab::bringTo(const DesiredAccounts &desired, const PlanContext &context) const
{
    const QByteArray data = plan(desired, context).data({ownKey()});
    return data.isEmpty() ? Ended{0, {}, {}} : apply(data);
}

DesiredAccount WorkerLab::desired(const char *login, bool sudo) const
{
    DesiredAccount account;
    account.login = *UserName::parse(login);
    account.people = {account.login};
    account.sudo = sudo;
    const PublicKey own = key(login);
    account.keys = {{own, own.text() + ' ' + login, std::nullopt, account.login}};
    return account;
}

QByteArrayList toldLines(const QByteArray &answer)
{
    QByteArrayList lines;
    remote::RecordReader reader;
    while (const auto record = reader.next(answer)) {
        if (readScriptLine(*record)) {
            lines << (QByteArrayList{record->kind} + record->fields).join(' ');
        }
    }
    return lines;
}

QByteArrayList tellingLines(const QByteArray &answer)
{
    QByteArrayList lines = toldLines(answer);
    lines.erase(
        std::remove_if(
            lines.begin(), lines.end(),
            [](const QByteArray &line) { return line.startsWith("ok "); }),
        lines.end());
    return lines;
}

} // namespace podium::tests
