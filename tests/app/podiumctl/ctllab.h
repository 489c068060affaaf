// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/outcome.h"
#include "tests/core/people/sshkeygen.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/realssh.h"
#include "tests/fakes/simcloud.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

namespace podium::tests {

/// A podium-sim, and podiumctl with a home of its own that talks to it.
class CtlLab final
{
public:
    /// Nodes of these names in the project lab, us-central2-b; "name:N" has N workers, and is of
    /// v4 where no type follows: "name:1:v5litepod-8".
    [[nodiscard]] bool start(const QStringList &nodes)
    {
        QJsonArray list;
        for (const QString &name : nodes) {
            const int workers = qMax(1, name.section(':', 1, 1).toInt());
            const QString type = name.section(':', 2);
            list.append(QJsonObject{
                {"zone", "us-central2-b"},
                {"name", name.section(':', 0, 0)},
                {"acceleratorType",
                 type.isEmpty() ? QStringLiteral("v4-%1").arg(workers * 8) : type},
                {"internalNetwork", true},
                {"workers", workers}});
        }
        const QJsonObject project{{"id", "lab"}, {"nodes", list}};
        return m_cloud.startWith({{"operationMs", 0}, {"projects", QJsonArray{project}}});
    }
    [[nodiscard]] SimCloud &cloud() { return m_cloud; }
    [[nodiscard]] const SimCloud &cloud() const { return m_cloud; }
    [[nodiscard]] QString file(const QString &name) const { return m_home.filePath(name); }

    [[nodiscard]] QProcessEnvironment environment() const
    {
        QProcessEnvironment env = m_cloud.environment();
        env.insert("HOME", m_home.path());
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            env.remove(QLatin1String(name));
        }
        env.remove("SSH_AUTH_SOCK");
        return env;
    }
    [[nodiscard]] Outcome ctl(const QStringList &arguments) const
    {
        return run(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), arguments);
    }
    /// With this on stdin.
    [[nodiscard]] Outcome ctlWith(const QByteArray &input, const QStringList &arguments) const
    {
        QFile in(file("input"));
        if (!in.open(QIODevice::WriteOnly) || in.write(input) != input.size()) {
            return {};
        }
        in.close();
        QProcessEnvironment with = environment();
        with.insert("INPUT", in.fileName());
        const QStringList words{
            "-c", "exec \"$0\" \"$@\" <\"$INPUT\"", PODIUM_BIN_DIR "/podiumctl"};
        Outcome outcome = execute("sh", words + arguments, with);
        in.remove();
        return outcome;
    }
    /// Files below its home that have this in them.
    [[nodiscard]] QStringList filesWith(const QByteArray &text) const
    {
        QStringList found;
        for (QDirIterator it(
                 m_home.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
             it.hasNext();) {
            QFile file(it.next());
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains(text)) {
                found << file.fileName();
            }
        }
        return found;
    }
    [[nodiscard]] Outcome people(const QStringList &arguments) const
    {
        return ctl(QStringList{"people"} + arguments);
    }
    /// Made by the real ssh-keygen the first time; its .pub file's path.
    [[nodiscard]] QString publicKey(const QString &name) const
    {
        const QString path = file(name);
        if (!QFile::exists(path)) {
            makeKey(m_home.path(), name, {"-t", "ed25519", "-C", name + "@laptop"});
        }
        return path + ".pub";
    }
    [[nodiscard]] QString address(const QString &node, int worker = 0) const
    {
        return endpoint(node, worker)["accessConfig"].toObject()["externalIp"].toString();
    }
    [[nodiscard]] QString internalAddress(const QString &node, int worker = 0) const
    {
        return endpoint(node, worker)["ipAddress"].toString();
    }
    /// The real ssh, with that one identity file.
    [[nodiscard]] QStringList
    sshTo(const QString &login, const QString &identity, const QString &address) const
    {
        return sshArguments(m_cloud.sshPort(), identity, login + '@' + address);
    }
    [[nodiscard]] Outcome
    ssh(const QString &login, const QString &node, const QString &command, int worker = 0) const
    {
        return run("ssh", sshTo(login, file(login), address(node, worker)) + QStringList{command});
    }
    /// As the login that opens all workers.
    [[nodiscard]] Outcome admin(const QString &node, const QString &command, int worker = 0) const
    {
        QProcess process;
        beginAdmin(process, node, command, worker);
        return outcomeOf(process);
    }
    /// The same, begun: others may run beside.
    void
    beginAdmin(QProcess &process, const QString &node, const QString &command, int worker) const
    {
        begin(
            process, "ssh",
            sshTo(m_cloud.user(), m_cloud.identity(), address(node, worker)) + QStringList{command},
            environment());
    }
    [[nodiscard]] Outcome run(const QString &program, const QStringList &arguments) const
    {
        return execute(program, arguments, environment());
    }
    /// As root in a worker, to its end; whether it ended well.
    [[nodiscard]] bool runAsRoot(const QString &node, const QString &script, int worker = 0) const
    {
        const QString wait = beginAsRoot(node, script, worker);
        return !wait.isEmpty() && admin(node, wait, worker).exitCode == 0;
    }
    /// podium-sim answers before such a script has begun: gives the command there that waits for
    /// its end; empty where it was refused.
    [[nodiscard]] QString beginAsRoot(const QString &node, const QString &script, int worker) const
    {
        static int turn = 0;
        const QString mark = QStringLiteral("/run/test-script-%1").arg(++turn);
        const QString marked = "(\n" + script + "\n)\necho $? >%1.new\nmv %1.new %1\n";
        const QString path = QStringLiteral("/sim/workers/lab/us-central2-b/%1/%2:run")
                                 .arg(node, QString::number(worker));
        return m_cloud.post(path, {{"script", QString(marked).replace("%1", mark)}}).status == 200
                   ? QStringLiteral(
                         "timeout %1 sh -c 'until [ -e %2 ]; do sleep 0.02; done; exit $(cat %2)'")
                         .arg(QString::number(Patience / 1000), mark)
                   : QString();
    }

private:
    [[nodiscard]] QJsonObject endpoint(const QString &node, int worker) const
    {
        return m_cloud.get("/v2/projects/lab/locations/us-central2-b/nodes/" + node)
            .json()["networkEndpoints"]
            .toArray()
            .at(worker)
            .toObject();
    }

    SimCloud m_cloud;
    QTemporaryDir m_home;
};

} // namespace podium::tests
