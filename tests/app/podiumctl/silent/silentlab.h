// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"

#include <QDir>

#include <memory>

namespace podium::tests {

/// A cloud that can be made to fail, and a home in which podiumctl has written its hosts.
class SilentLab final
{
public:
    void writeHome()
    {
        m_home = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(path(".ssh")));
        QFile::setPermissions(path(".ssh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        VERIFY_EXIT(ctl({"watch", "--once", "--write"}), 0);
    }
    [[nodiscard]] QString path(const QString &name = {}) const { return m_home->filePath(name); }
    [[nodiscard]] QByteArray read(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] QByteArray config() const { return read(".ssh/podium/config"); }

    /// Without a network nothing of the cloud can be reached.
    [[nodiscard]] QProcessEnvironment environment(bool isConfigured, bool isOnline = true) const
    {
        QProcessEnvironment environment = cloud.environment();
        environment.insert("HOME", m_home->path());
        for (const char *name :
             {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SSH_AUTH_SOCK",
              "CLOUDSDK_CORE_PROJECT", "GOOGLE_CLOUD_PROJECT"}) {
            environment.remove(QLatin1String(name));
        }
        if (isConfigured) {
            environment.insert("CLOUDSDK_CORE_PROJECT", "lab-one");
        }
        for (const char *api : {"TPU", "CLOUDRESOURCEMANAGER"}) {
            if (!isOnline) {
                environment.insert(
                    QLatin1String("CLOUDSDK_API_ENDPOINT_OVERRIDES_") + QLatin1String(api),
                    "http://127.0.0.1:1/");
            }
        }
        return environment;
    }
    [[nodiscard]] Outcome ctl(const QStringList &arguments, bool isConfigured = false) const
    {
        return execute(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), arguments, environment(isConfigured));
    }

    /// The pages before go through.
    void break_(const char *of, const QJsonObject &answer, int page = 1) const
    {
        QJsonObject fault = answer;
        fault["path"] = of;
        if (page > 1) {
            const QJsonObject through{{"path", of}, {"count", page - 1}};
            QCOMPARE(cloud.post("/sim/faults", through).status, 200);
        }
        QCOMPARE(cloud.post("/sim/faults", fault).status, 200);
    }
    void mend() const { (void)cloud.call("DELETE", "/sim/faults", {}); }

    /// Begins a run of podiumctl, which others may go on beside.
    void begin(const QStringList &arguments, const QProcessEnvironment &environment)
    {
        before = config();
        known = read(".ssh/podium/known_hosts");
        isBegun = true;
        tests::begin(m_run, QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), arguments, environment);
    }
    [[nodiscard]] Outcome ended()
    {
        isBegun = false;
        return outcomeOf(m_run);
    }

    SimCloud cloud;
    QByteArray before; ///< the config when the run began
    QByteArray known;  ///< the known hosts then
    bool isBegun = false;

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QProcess m_run;
};

} // namespace podium::tests
