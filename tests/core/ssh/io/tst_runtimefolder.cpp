// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/io/runtimefolder.h"

#include <QDir>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <csignal>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace podium;
using namespace podium::ssh;

/// The folder of a process's control sockets: there while it lives, and not much longer.
class TestRuntimeFolder final : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] QStringList names() const
    {
        return QDir(m_parent->path())
            .entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    static void touch(const QString &path)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }

    std::unique_ptr<QTemporaryDir> m_parent;

private slots:
    void init() { m_parent = std::make_unique<QTemporaryDir>(); }

    void isThereFromTheFirstQuestionToTheEnd()
    {
        std::optional<RuntimeFolder> folder(std::in_place, m_parent->path());
        QCOMPARE(names(), QStringList());
        const QString path = folder->path();
        QCOMPARE(folder->path(), path);
        QCOMPARE(QFileInfo(path).path(), m_parent->path());
        struct stat found = {};
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &found), 0);
        QCOMPARE(found.st_mode & 07777, 0700U);
        touch(path + "/something");
        QCOMPARE(::mkfifo(QFile::encodeName(path + "/log").constData(), 0600), 0);
        folder.reset();
        QCOMPARE(names(), QStringList());
    }

    void othersThatLiveAreLeftAlone()
    {
        std::vector<std::unique_ptr<RuntimeFolder>> folders(8);
        std::vector<std::thread> threads;
        for (auto &folder : folders) {
            threads.emplace_back([this, &folder] {
                folder = std::make_unique<RuntimeFolder>(m_parent->path());
                [[maybe_unused]] const QString path = folder->path();
            });
        }
        for (std::thread &thread : threads) {
            thread.join();
        }
        for (const auto &folder : folders) {
            QVERIFY(QFileInfo(folder->path()).isDir());
        }
        QCOMPARE(names().size(), 8);
    }

    void whatAKilledOneLeftIsRemoved()
    {
        std::array<int, 2> ready = {-1, -1};
        QCOMPARE(::pipe(ready.data()), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            RuntimeFolder folder(m_parent->path());
            touch(folder.path() + "/known_hosts");
            ::mkfifo(QFile::encodeName(folder.path() + "/log").constData(), 0600);
            [[maybe_unused]] const ssize_t written = ::write(ready[1], "x", 1);
            for (;;) {
                ::pause();
            }
        }
        const auto end = qScopeGuard([child] {
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
        });
        ::close(ready[1]);
        char byte = 0;
        QCOMPARE(::read(ready[0], &byte, 1), ssize_t(1));
        RuntimeFolder first(m_parent->path());
        QVERIFY(!first.path().isEmpty());
        QCOMPARE(names().size(), 2); // it lives
        ::kill(child, SIGKILL);
        siginfo_t info = {};
        QCOMPARE(::waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT), 0);
        RuntimeFolder second(m_parent->path());
        QVERIFY(!second.path().isEmpty());
        const QStringList left = names();
        QCOMPARE(left.size(), 2);
        QVERIFY(left.contains(QFileInfo(first.path()).fileName()));
        QVERIFY(left.contains(QFileInfo(second.path()).fileName()));
        ::close(ready[0]);
    }

    void whatIsNoSuchFolderIsLeftAlone()
    {
        QTemporaryDir elsewhere;
        touch(elsewhere.filePath("kept"));
        QVERIFY(QFile::link(elsewhere.path(), m_parent->filePath("podium-ssh-aaaaaa")));
        touch(m_parent->filePath("podium-ssh-bbbbbb"));
        QVERIFY(QDir().mkpath(m_parent->filePath("podium-ssh-longer-name")));
        QVERIFY(QDir().mkpath(m_parent->filePath("other-cccccc")));
        {
            RuntimeFolder folder(m_parent->path());
            QVERIFY(!folder.path().isEmpty());
        }
        QCOMPARE(names().size(), 4);
        QVERIFY(QFile::exists(elsewhere.filePath("kept")));
    }

    void saysWhereThereIsNone()
    {
        RuntimeFolder folder(m_parent->filePath("missing"));
        QCOMPARE(folder.path(), QString());
    }
};

QTEST_GUILESS_MAIN(TestRuntimeFolder)
#include "tst_runtimefolder.moc"
