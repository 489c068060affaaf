// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace podium::tests {

/// A podium-sim of a test's own: started by start(), ended on destruction. All calls block, with a
/// limit; none needs an event loop. Use it from one thread.
class SimCloud final
{
public:
    struct Reply
    {
        int status = 0; ///< 0: no answer at all
        QByteArray body;

        [[nodiscard]] QJsonObject json() const;
    };

    SimCloud() = default;
    ~SimCloud();
    SimCloud(const SimCloud &) = delete;
    SimCloud &operator=(const SimCloud &) = delete;

    /// A program and its arguments that start() puts before podium-sim, such as setpriv.
    void setWrapper(const QStringList &wrapper) { m_wrapper = wrapper; }

    /// Starts `podium-sim serve` with more arguments. False when it did not get ready; then error()
    /// says why.
    [[nodiscard]] bool start(const QStringList &arguments = {});

    /// Writes the scenario to a file of its own and starts with it.
    [[nodiscard]] bool startWith(const QJsonObject &scenario, const QStringList &arguments = {});

    /// Ends it by the end of its stdin and waits.
    void stop();

    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    /// What it wrote to stderr so far.
    [[nodiscard]] QString error();

    /// "http://127.0.0.1:PORT", without a slash at the end.
    [[nodiscard]] QString url() const;
    [[nodiscard]] int sshPort() const;
    /// The private key file that may log in on all workers.
    [[nodiscard]] QString identity() const;
    [[nodiscard]] QString user() const;
    /// "root", "user" or "none": how its workers stand; "none" means there are no workers.
    [[nodiscard]] QString workers() const;
    /// The first line of the access token file.
    [[nodiscard]] QString token() const;
    /// What to export so that programs talk to this cloud.
    [[nodiscard]] QHash<QString, QString> environmentValues() const;
    /// This process's environment with those values in it.
    [[nodiscard]] QProcessEnvironment environment() const;

    /// Calls `path` ("/sim/…" or an API's) with the token of the cloud.
    [[nodiscard]] Reply get(const QString &path) const;
    Reply post(const QString &path, const QJsonObject &body = {}) const;
    /// With another token than the cloud's own when one is given.
    Reply call(
        const QByteArray &method, const QString &path, const QByteArray &body,
        const QString &token = {}) const;

private:
    QProcess m_process;
    QStringList m_wrapper;
    QString m_scenarioFile;
    QByteArray m_error;
    QJsonObject m_ready;
};

} // namespace podium::tests
