// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/transport.h"
#include "tests/fakes/keptprocess.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <poll.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace podium::ssh::test {

/// A listening socket on 127.0.0.1; with `isListening` false it is bound only, so it refuses.
inline int boundSocket(quint16 &port, bool isListening = true)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    const int on = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    socklen_t size = sizeof address;
    if (::bind(fd, reinterpret_cast<sockaddr *>(&address), size) != 0 ||
        (isListening && ::listen(fd, 512) != 0) ||
        ::getsockname(fd, reinterpret_cast<sockaddr *>(&address), &size) != 0) {
        ::close(fd);
        return -1;
    }
    port = ntohs(address.sin_port);
    return fd;
}

inline QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void writeAll(const QString &path, const QByteArray &bytes, int mode = 0600)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    ::chmod(QFile::encodeName(path).constData(), mode_t(mode));
}

/// Why an sshd of ours gives no terminals here; null where it does. It wants them to belong to the
/// group tty, and ends where it may not see to that: an ordinary user's finds them so only where
/// /dev/pts is mounted with gid=tty, as distributions do and some containers do not.
inline const char *noTerminals()
{
    if (::geteuid() == 0) {
        return nullptr;
    }
    const int fd = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    std::array<char, 64> name{};
    struct stat info = {};
    const bool isThere =
        ::ptsname_r(fd, name.data(), name.size()) == 0 && ::stat(name.data(), &info) == 0;
    ::close(fd);
    const group *tty = ::getgrnam("tty");
    return isThere && (tty == nullptr || info.st_gid == tty->gr_gid)
               ? nullptr
               : "an ordinary user's sshd gives no terminals here: /dev/pts is without gid=tty";
}

/// Runs a program to its end; its output.
inline QByteArray runProgram(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(-1) || process.exitCode() != 0) {
        qWarning() << program << arguments << process.readAllStandardError();
    }
    return process.readAllStandardOutput();
}

inline void makeKey(
    const QString &path, const QString &type = QStringLiteral("ed25519"),
    const QStringList &more = {QStringLiteral("-N"), QString()})
{
    runProgram(
        QStringLiteral("ssh-keygen"),
        QStringList{
            QStringLiteral("-q"), QStringLiteral("-t"), type, QStringLiteral("-f"), path,
            QStringLiteral("-C"), QStringLiteral("test")}
            << more);
}

/// "TYPE BASE64" of a .pub file.
inline QString publicText(const QString &path)
{
    return QString::fromLatin1(
        readAll(path + QStringLiteral(".pub")).split(' ').mid(0, 2).join(' '));
}

/// Whom to log in as: who runs the test, or (as root) PODIUM_TEST_SSH_USER.
inline QString userName()
{
    const QString other = qEnvironmentVariable("PODIUM_TEST_SSH_USER");
    return other.isEmpty() ? QString::fromLocal8Bit(::getpwuid(::getuid())->pw_name) : other;
}

/// The processes that one has started, and these in turn; those only whose name begins so.
inline std::vector<pid_t> processesBelow(pid_t top, const char *name = "")
{
    if (top <= 1) {
        return {};
    }
    std::vector<pid_t> found{top};
    const auto lines =
        runProgram(
            QStringLiteral("ps"), {QStringLiteral("-eo"), QStringLiteral("pid=,ppid=,comm=")})
            .split('\n');
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const QByteArray &line : lines) {
            const auto words = line.simplified().split(' ');
            if (words.value(1).toInt() == found[i] && words.value(2).startsWith(name)) {
                found.push_back(words.value(0).toInt());
            }
        }
    }
    found.erase(found.begin());
    return found;
}

/// The sshd processes that an sshd has started, and these in turn.
inline std::vector<pid_t> sshdsBelow(pid_t listener)
{
    return processesBelow(listener, "sshd");
}

/// Since OpenSSH 9.8 an address is turned away for a while that came without a login too often.
/// In tests one sshd stands for many workers, and all come from one address.
inline QByteArray noPenalties()
{
    static const bool areThere = [] {
        QProcess sshd; // -G is as old, or a little older
        sshd.start(
            QStringLiteral("/usr/sbin/sshd"),
            {QStringLiteral("-G"), QStringLiteral("-f"), QStringLiteral("/dev/null"),
             QStringLiteral("-o"), QStringLiteral("PerSourcePenalties=no")});
        return sshd.waitForFinished(-1) && sshd.exitCode() == 0;
    }();
    return areThere ? "PerSourcePenalties no\n" : QByteArray();
}

/// A real sshd on 127.0.0.1 that lets this user in with the key of identity(). What its logins have
/// started ends with it.
class LocalSshd final
{
public:
    /// `moreConfig`: whole lines, which go before the usual ones.
    explicit LocalSshd(QByteArray moreConfig = {}, QString hostKeyType = QStringLiteral("ed25519"))
        : m_moreConfig(std::move(moreConfig))
    {
        // sshd reads authorized_keys as the user who logs in.
        ::chmod(m_folder.path().toLocal8Bit().constData(), 0755);
        makeKey(hostKey(), hostKeyType);
        makeKey(identity());
        authorize(readAll(identity() + QStringLiteral(".pub")));
        m_place = Descriptor(boundSocket(m_port, false));
        start();
    }

    void start()
    {
        QDir().mkpath(QStringLiteral("/run/sshd")); // where sshd is run by root it has to be there
        const QByteArray config =
            m_moreConfig + "ListenAddress 127.0.0.1:" + QByteArray::number(m_port) + "\nHostKey " +
            hostKey().toLocal8Bit() + "\nAuthorizedKeysFile " +
            path("authorized_keys").toLocal8Bit() + "\nPidFile " + path("pid").toLocal8Bit() +
            "\nPermitRootLogin yes\nStrictModes no\nUsePAM no\n"
            "PasswordAuthentication no\nKbdInteractiveAuthentication no\n"
            "PrintMotd no\nLogLevel VERBOSE\n" +
            startups() + noPenalties() +
            // Debian's bash reads ~/.bashrc under ssh, but not at this depth.
            "SetEnv SHLVL=3\n";
        writeAll(path("sshd_config"), config);
        m_processes.push_back(std::make_unique<tests::KeptProcess>());
        m_processes.back()->setProcessChannelMode(QProcess::MergedChannels);
        m_processes.back()->startKept(
            QStringLiteral("/usr/sbin/sshd"), {QStringLiteral("-D"), QStringLiteral("-e"),
                                               QStringLiteral("-f"), path("sshd_config")});
        m_log.clear();
        QTRY_VERIFY(log().contains("Server listening on"));
        QTRY_VERIFY(listener() > 1); // written a moment later
    }
    /// Lets nobody in any more; who is in stays.
    void stop()
    {
        const pid_t pid = listener();
        QVERIFY(pid > 1);
        const int fd = int(::syscall(SYS_pidfd_open, pid, 0)); // libc's is not for C++
        QVERIFY(fd >= 0 && ::kill(pid, SIGTERM) == 0);
        pollfd end{fd, POLLIN, 0};
        QCOMPARE(TEMP_FAILURE_RETRY(::poll(&end, 1, Patience)), 1);
        ::close(fd);
    }
    /// The process that lets in.
    [[nodiscard]] pid_t listener() const { return readAll(path("pid")).trimmed().toInt(); }
    /// To the processes that serve one connection each, and not to what these have started; how
    /// many there were.
    int signalSessions(int signal) const
    {
        int count = 0;
        for (const pid_t pid : sshdsBelow(listener())) {
            count += ::kill(pid, signal) == 0 ? 1 : 0;
        }
        return count;
    }
    /// None of its logins is there any more, nor anything that they have started.
    [[nodiscard]] bool isQuiet() const
    {
        const pid_t ours = listener();
        return std::all_of(m_processes.begin(), m_processes.end(), [ours](const auto &process) {
            const auto all = processesBelow(pid_t(process->processId()));
            return std::all_of(all.begin(), all.end(), [ours](pid_t pid) { return pid == ours; });
        });
    }
    void authorize(const QByteArray &keys) { writeAll(path("authorized_keys"), keys, 0644); }
    void newHostKey(const QString &type = QStringLiteral("ed25519"))
    {
        stop();
        QFile::remove(hostKey());
        QFile::remove(hostKey() + QStringLiteral(".pub"));
        makeKey(hostKey(), type);
        start();
    }

    [[nodiscard]] QString path(const char *name) const
    {
        return m_folder.filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] QString hostKey() const { return path("host_key"); }
    [[nodiscard]] QString identity() const { return path("identity"); }
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] const QByteArray &log()
    {
        m_log += m_processes.back()->readAll();
        return m_log;
    }

    [[nodiscard]] Endpoint endpoint(int index = 0) const
    {
        Endpoint endpoint;
        endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:%1").arg(index));
        endpoint.address = QStringLiteral("127.0.0.1");
        endpoint.port = m_port;
        endpoint.user = userName();
        endpoint.identityFiles = QStringList{identity()};
        endpoint.useAgent = false;
        endpoint.hostKeyAlias = QStringLiteral("tpu.1234-%1").arg(index);
        return endpoint;
    }

private:
    /// Of this one option the last line counts, not the first.
    [[nodiscard]] QByteArray startups() const
    {
        return m_moreConfig.contains("MaxStartups") ? QByteArray() : "MaxStartups 500:30:500\n";
    }

    QTemporaryDir m_folder;
    QByteArray m_moreConfig;
    QByteArray m_log;
    std::vector<std::unique_ptr<tests::KeptProcess>> m_processes; ///< the last one listens
    quint16 m_port = 0;
    /// Bound to the port, so that nobody else is given it before sshd is there or while it is
    /// stopped; it refuses, as none would.
    Descriptor m_place{-1};
};

} // namespace podium::ssh::test
