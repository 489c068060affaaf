// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"
#include "tests/core/ssh/localsshd.h"
#include "tests/fakes/patience.h"

#include <algorithm>

#include <sys/un.h>

namespace podium::ssh::test {

/// A real ssh-agent with a folder of its own.
class LocalAgent final
{
public:
    LocalAgent()
    {
        // What it asks the person is written down, and answered by answer().
        writeAll(
            path("askpass"),
            "#!/bin/sh\necho asked >> " + path("asked").toLocal8Bit() + "\nread -r _ < " +
                path("answers").toLocal8Bit() + "\n",
            0700);
        const QByteArray answers = path("answers").toLocal8Bit();
        ::mkfifo(answers.constData(), 0600);
        m_answers = Descriptor(::open(answers.constData(), O_RDWR | O_CLOEXEC));
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("SSH_ASKPASS", path("askpass"));
        environment.insert("SSH_ASKPASS_REQUIRE", "force");
        m_process.setProcessEnvironment(environment);
        m_process.startKept("ssh-agent", {"-D", "-a", socket()});
        [&] { QTRY_VERIFY(isListening()); }();
    }
    /// With the option -c the person is asked before each signature.
    void add(const QString &key, const QStringList &options = {})
    {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("SSH_AUTH_SOCK", socket());
        process.setProcessEnvironment(environment);
        process.start("ssh-add", QStringList{"-q"} + options << key);
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(-1));
        QCOMPARE(process.exitCode(), 0);
    }
    /// How often the person was asked.
    [[nodiscard]] int askedCount() const { return readAll(path("asked")).count('\n'); }
    /// Yes to so many questions, also such as have not been asked yet.
    void answer(int questions = 1)
    {
        const QByteArray lines(questions, '\n');
        QCOMPARE(::write(m_answers.get(), lines.constData(), std::size_t(questions)), questions);
    }
    [[nodiscard]] QString socket() const { return m_folder.filePath("agent"); }
    [[nodiscard]] QString path(const char *name) const { return m_folder.filePath(name); }

private:
    /// Its socket is there a moment earlier.
    [[nodiscard]] bool isListening() const
    {
        const QByteArray path = socket().toLocal8Bit();
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        std::copy(path.begin(), path.end(), address.sun_path);
        const Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        return ::connect(fd.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) == 0;
    }

    QTemporaryDir m_folder;
    Descriptor m_answers{-1};
    tests::KeptProcess m_process;
};

} // namespace podium::ssh::test
