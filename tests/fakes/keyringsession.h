// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace podium::tests {

/// A session bus of a test's own, and the keyring of GNOME on it. Both end with it.
class KeyringSession final
{
public:
    /// A program that is needed and not installed here; empty: there is none.
    [[nodiscard]] static QString missingProgram()
    {
        for (const char *program : {"dbus-daemon", "gnome-keyring-daemon", "secret-tool"}) {
            if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty()) {
                return QLatin1String(program);
            }
        }
        return {};
    }
    /// Of the bus and the keyring's file, which may have what it keeps, encrypted.
    [[nodiscard]] QString path() const { return m_folder.path(); }

    /// This process is in the session from now on, with a bus and no keyring.
    [[nodiscard]] bool startBus()
    {
        // Without the folders of services: nobody is started unasked.
        QFile config(m_folder.filePath("bus.conf"));
        const QByteArray text =
            "<busconfig><type>session</type><listen>unix:dir=" + m_folder.path().toUtf8() +
            "</listen><policy context='default'><allow send_destination='*'/>"
            "<allow receive_sender='*'/><allow own='*'/></policy></busconfig>";
        if (!config.open(QIODevice::WriteOnly) || config.write(text) != text.size()) {
            return false;
        }
        config.close();
        m_bus.start(
            "dbus-daemon", {"--config-file=" + config.fileName(), "--nofork", "--print-address"});
        return QTest::qWaitFor([this] { return m_bus.canReadLine(); }, Patience) &&
               qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.readLine().trimmed());
    }
    /// It keeps secrets when this returns.
    [[nodiscard]] bool startKeyring()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *variable : {"HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"}) {
            environment.insert(variable, m_folder.path());
        }
        m_daemon.setProcessEnvironment(environment);
        m_daemon.start(
            "gnome-keyring-daemon", {"--unlock", "--components=secrets", "--foreground"});
        if (!m_daemon.waitForStarted(Patience)) {
            return false;
        }
        m_daemon.write("the keyring's own password");
        m_daemon.closeWriteChannel();
        const QString file = m_folder.filePath("keyrings/login.keyring");
        // It makes its file before the session knows of it.
        return QTest::qWaitFor([&file] { return QFile::exists(file) && keeps(); }, Patience);
    }

private:
    /// Whether it takes something, under a name that is nobody's.
    [[nodiscard]] static bool keeps()
    {
        QProcess store;
        store.start("secret-tool", {"store", "--label=try", "podium-test", "try"});
        store.write("nothing");
        store.closeWriteChannel();
        return store.waitForFinished(Patience) && store.exitStatus() == QProcess::NormalExit &&
               store.exitCode() == 0;
    }

    QTemporaryDir m_folder;
    ChildProcess m_bus;
    ChildProcess m_daemon;
};

} // namespace podium::tests
