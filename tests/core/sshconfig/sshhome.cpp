// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/sshconfig/sshhome.h"

#include "core/base/files.h"
#include "core/sshconfig/check/processes.h"
#include "tests/fakes/patience.h"

#include <QDirIterator>
#include <QFile>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTest>

#include <sys/stat.h>

namespace podium::tests {

SshHome::SshHome()
{
    QFile::setPermissions(m_folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QString SshHome::path(const QString &below) const
{
    return below.isEmpty() ? m_folder.path() : QString(m_folder.path() + "/" + below);
}

Paths SshHome::paths() const
{
    Paths paths;
    paths.home = m_folder.path();
    paths.configDir = path(".config/podium");
    paths.dataDir = path(".local/share/podium");
    paths.stateDir = path(".local/state/podium");
    return paths;
}

sshconfig::ConfigWriter SshHome::writer() const
{
    return sshconfig::ConfigWriter(paths(), sketchTime());
}

void SshHome::put(const QString &below, const QByteArray &bytes, int mode) const
{
    const QString file = path(below);
    QDir().mkpath(QFileInfo(file).path());
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(out.write(bytes), qint64(bytes.size()));
    out.close();
    QCOMPARE(::chmod(QFile::encodeName(file).constData(), mode_t(mode)), 0);
}

QByteArray SshHome::read(const QString &below) const
{
    const auto bytes = readFile(path(below)); // does not wait for a FIFO
    if (!bytes) {
        return {};
    }
    return bytes->isNull() ? QByteArray("") : *bytes;
}

int SshHome::mode(const QString &below) const
{
    struct stat info = {};
    return ::stat(QFile::encodeName(path(below)).constData(), &info) == 0
               ? int(info.st_mode & 07777)
               : -1;
}

QByteArray SshHome::resolve(const QByteArray &name) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", path());
    environment.insert("SHELL", "/bin/false");
    sshconfig::ProcessCommand ssh;
    for (const QString &entry : environment.toStringList()) {
        ssh.environment.push_back(entry.toLocal8Bit());
    }
    const QString config = path(".ssh/config");
    ssh.arguments = {
        QFile::encodeName(QStandardPaths::findExecutable("ssh")),
        "-G",
        "-F",
        QFile::exists(config) ? QFile::encodeName(config) : QByteArray("none"),
        "--",
        name};
    // Not by QProcess, whose fork() copies the page tables of a program under AddressSanitizer:
    // that takes longer than ssh.
    const auto outcomes =
        sshconfig::runProcesses({ssh}, 1, std::chrono::milliseconds(podium::Patience));
    return outcomes.front().isGood() ? outcomes.front().output : QByteArray();
}

QByteArray SshHome::value(const QByteArray &name, const QByteArray &keyword) const
{
    for (const QByteArray &line : resolve(name).split('\n')) {
        if (line.startsWith(keyword + ' ')) {
            return line.mid(keyword.size() + 1);
        }
    }
    return {};
}

QHash<QString, QByteArray> SshHome::everything() const
{
    QHash<QString, QByteArray> files;
    QDirIterator all(
        path(), QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString below = all.next().mid(path().size() + 1);
        if (!below.contains(".versions/") && !below.endsWith(".lock")) {
            files.insert(below, read(below));
        }
    }
    return files;
}

QStringList SshHome::leftovers() const
{
    QStringList names;
    const auto files = everything();
    for (auto file = files.cbegin(); file != files.cend(); ++file) {
        if (file.key().contains(".podium-")) {
            names << file.key();
        }
    }
    return names;
}

AgreeableSsh::AgreeableSsh() : m_path(qgetenv("PATH"))
{
    const QString agrees = QStandardPaths::findExecutable("true");
    QVERIFY(QFile::link(agrees, m_folder.filePath("ssh")));
    qputenv("PATH", QFile::encodeName(m_folder.path()) + ':' + m_path);
}

AgreeableSsh::~AgreeableSsh()
{
    qputenv("PATH", m_path);
}

inventory::Snapshot oneNode(const QString &address)
{
    inventory::Snapshot snapshot = snapshotOf({NodeSketch{}});
    snapshot.nodes[0].node.workers[0].externalIp = address;
    return snapshot;
}

inventory::Snapshot twoNodes()
{
    NodeSketch one;
    NodeSketch pod;
    pod.name = "pod-v4";
    pod.type = "v4-64";
    pod.workers = 8;
    pod.number = 2;
    return snapshotOf({one, pod});
}

sshconfig::ConfigOptions usualOptions()
{
    sshconfig::ConfigOptions options;
    options.user = "ada";
    options.identityFile = "~/.ssh/google_compute_engine";
    return options;
}

QByteArray withoutRegion(QByteArray config)
{
    const int begin = config.indexOf("# BEGIN Podium");
    const int end = config.indexOf("# END Podium");
    if (begin < 0 || end < 0) {
        return config;
    }
    int after = config.indexOf('\n', end) + 1;
    for (const QByteArray &blank : {QByteArray("\r\n"), QByteArray("\n")}) {
        if (config.mid(after).startsWith(blank)) {
            after += blank.size();
            break;
        }
    }
    return config.remove(begin, after - begin);
}

} // namespace podium::tests
