// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/keyringsession.h"

#include <memory>

namespace podium::tests {

/// A line that ends with another status than 0 where it has done its job, and what it says then.
struct MeantToEnd
{
    const char *line;
    int status;
    const char *says;
};
inline constexpr MeantToEnd Meant[] = {
    // There is a difference, or no grant: that is what was asked.
    {"^podiumctl ssh-config diff$", 1, "+Include ~/.ssh/podium/config"},
    {"^podiumctl people plan$", 1, "to be changed"},
    {"^podiumctl grants check ", 1, "Not covered"},
    {"^podiumctl create .* --dry-run$", 4, "Not covered"},
    // Where nothing was written yet ssh does not use it.
    {"^podiumctl ssh-config check$", 1, "inactive"},
    // grep finds nothing, which is what the page says.
    {"^find .* -exec grep -lE .* \\{\\} \\+$", 1, ""},
    // Google vouches for all keys of the demo cloud, so that none is forgotten.
    {"^podiumctl ssh-config forget-key ", 4, "Google vouches"},
    // Some nodes are in another region than the bucket, which costs.
    {"^podiumctl bucket check gs://lab-data (@all|tune-v6e)", 1, " per GiB"},
    {"^podiumctl bucket check gs://lab-archive pod-v4$", 1, "in-multi-region"},
    // The demo has no repository, and python3 only where this machine has it.
    {"^podiumctl equal ", 1, "Not known to be the same"},
    // Of no node of the demo.
    {"^podiumctl maintain ", 4, "Google has announced no maintenance"},
    // Nodes without an address cannot be asked; where somebody has left, not be seen to be clean.
    {"podiumctl people apply --yes$", 3, "has no external IP address"},
    {"^podiumctl people audit$", 3, "has no external IP address"},
    {"^podiumctl run @all ", 3, "has no external IP address"},
};

/// The same, on a machine that has no keyring to try them with.
inline constexpr MeantToEnd MeantWithoutKeyring[] = {
    {"^podiumctl secret set ", 4, "No keyring runs"},
    {"^podiumctl recipe run wandb-token .*=@wandb$", 4, "No keyring runs"},
    {"^podiumctl secret (remove|withdraw) ", 2, "There is no secret"},
};

inline bool didItsJob(const QString &line, const Outcome &outcome)
{
    const auto isMeant = [&](const MeantToEnd &meant) {
        return outcome.exitCode == meant.status && outcome.all().contains(meant.says) &&
               QRegularExpression(QLatin1String(meant.line)).match(line).hasMatch();
    };
    return outcome.exitCode == 0 || std::any_of(std::begin(Meant), std::end(Meant), isMeant) ||
           (!KeyringSession::missingProgram().isEmpty() &&
            std::any_of(std::begin(MeantWithoutKeyring), std::end(MeantWithoutKeyring), isMeant));
}

/// The demo as it stands, but for the number of workers: `people` looks at all of them. One pod
/// stays, of two.
inline QJsonObject smallDemo()
{
    QFile file(QStringLiteral(PODIUM_SOURCE_DIR "/resources/demo/demo.json"));
    [&] { QVERIFY(file.open(QIODevice::ReadOnly)); }();
    QJsonObject demo = QJsonDocument::fromJson(file.readAll()).object();
    QJsonArray projects;
    for (const QJsonValue &project : demo["projects"].toArray()) {
        QJsonArray nodes;
        for (const QJsonValue &node : project.toObject()["nodes"].toArray()) {
            QJsonObject smaller = node.toObject();
            smaller.insert("workers", 1);
            if (smaller["name"] == QLatin1String("pod-v4")) {
                smaller.insert("workers", 2);
                smaller.insert("acceleratorType", "v4-16");
            }
            nodes.append(smaller);
        }
        QJsonObject with = project.toObject();
        with.insert("nodes", nodes);
        projects.append(with);
    }
    demo.insert("projects", projects);
    return demo;
}

/// A demo cloud for the examples of help and guide, with the files that they name, and a keyring
/// where this machine has one to try.
class ExamplesLab final
{
public:
    /// A new one.
    void start()
    {
        startKeyring();
        m_lab = std::make_unique<CtlLab>();
        QVERIFY2(m_lab->cloud().startWith(smallDemo()), qPrintable(m_lab->cloud().error()));
        // The files that the examples name, made as the guide says.
        QFile page(QStringLiteral(PODIUM_SOURCE_DIR "/docs/guide/scripting.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString files = QString::fromUtf8(page.readAll()).section("```", -2, -2);
        QVERIFY2(files.contains("mail.txt"), qPrintable(files));
        VERIFY_EXIT(typed(files), 0);
    }
    CtlLab *operator->() const { return m_lab.get(); }
    /// As typed into a shell; `a; b` as two, as the first may say by its status that there is work.
    [[nodiscard]] Outcome typed(const QString &line) const
    {
        QProcessEnvironment environment = m_lab->environment();
        environment.insert(
            "PATH", QStringLiteral(PODIUM_BIN_DIR) + ':' + environment.value("PATH"));
        return podium::tests::execute(
            "bash", {"-o", "pipefail", "-c", "cd \"$HOME\" && " + line}, environment);
    }

private:
    /// Nobody's own keyring gets what the examples store.
    void startKeyring()
    {
        m_keyring.reset();
        if (KeyringSession::missingProgram().isEmpty()) {
            m_keyring = std::make_unique<KeyringSession>();
            QVERIFY(m_keyring->startBus() && m_keyring->startKeyring());
        } else {
            qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus");
        }
    }

    std::unique_ptr<KeyringSession> m_keyring;
    std::unique_ptr<CtlLab> m_lab;
};

} // namespace podium::tests
