// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl doctor, on a cloud that is well and on one that is not.
#include "tests/app/podiumctl/ctllab.h"

#include <QDir>

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlDoctor final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_lab = std::make_unique<CtlLab>();
        QVERIFY2(m_lab->start({"dev"}), qPrintable(m_lab->cloud().error()));
    }
    void saysWhatIsThere();
    void saysWhatIsMissing();
    void keyFileOfTheSettingsIsSeen();
    void changesNothing();
    void saysWhatAProjectLets();
    void reportHasNoSecret();
    void reportIsNotWrittenUnasked();

private:
    [[nodiscard]] static QJsonObject find(const Outcome &outcome, const QString &subject)
    {
        const QJsonObject document = QJsonDocument::fromJson(outcome.out).object();
        for (const QJsonValue &finding : document["findings"].toArray()) {
            if (finding["subject"].toString() == subject) {
                return finding.toObject();
            }
        }
        return {};
    }

    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlDoctor::saysWhatIsThere()
{
    const Outcome outcome = m_lab->ctl({"doctor", "--json"});
    VERIFY_EXIT(outcome, 0);
    QVERIFY(QJsonDocument::fromJson(outcome.out).object()["good"].toBool());
    for (const char *subject :
         {"gcloud", "ssh", "~/.ssh", "key", "room for history", "clock", "lab"}) {
        QCOMPARE(find(outcome, subject)["state"].toString(), QString("good"));
    }
    QCOMPARE(find(outcome, "agent")["state"].toString(), QString("optional"));
}

void TestCtlDoctor::saysWhatIsMissing()
{
    QVERIFY(QDir(m_lab->file("")).mkdir(".ssh"));
    QVERIFY(QFile::setPermissions(
        m_lab->file(".ssh"),
        QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther));
    const Outcome outcome = m_lab->ctl({"doctor"});
    VERIFY_EXIT(outcome, 1);
    QVERIFY2(outcome.out.contains("chmod 700 ~/.ssh"), outcome.out.constData());

    QProcessEnvironment nobody = m_lab->environment();
    nobody.insert("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", m_lab->file("no-token"));
    const Outcome without = podium::tests::execute(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"doctor", "--json"}, nobody);
    VERIFY_EXIT(without, 1);
    QCOMPARE(find(without, "credentials")["state"].toString(), QString("bad"));
    QVERIFY(find(without, "lab").isEmpty()); // nothing is known of it
}

/// The calls go with it, so nothing is missing.
void TestCtlDoctor::keyFileOfTheSettingsIsSeen()
{
    const QString key = m_lab->file("key.json");
    const auto write = [](const QString &path, const QByteArray &bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), qint64(bytes.size()));
    };
    write(key, R"({"type": "authorized_user", "client_id": "c", "refresh_token": "r"})");
    QVERIFY(QDir(m_lab->file("")).mkpath(".config/podium"));
    write(
        m_lab->file(".config/podium/config.json"),
        QStringLiteral(R"({"credentialsFile": "%1"})").arg(key).toUtf8());
    QProcessEnvironment environment = m_lab->environment();
    environment.remove("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE");
    const Outcome outcome = podium::tests::execute(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"doctor", "--json"}, environment);
    VERIFY_EXIT(outcome, 0);
    const QJsonObject finding = find(outcome, "gcloud");
    QCOMPARE(finding["state"].toString(), QString("good"));
    QVERIFY2(finding["text"].toString().contains(key), outcome.out.constData());
}

void TestCtlDoctor::changesNothing()
{
    VERIFY_EXIT(m_lab->ctl({"doctor"}), 0);
    QVERIFY(!QFile::exists(m_lab->file(".ssh")));
}

void TestCtlDoctor::saysWhatAProjectLets()
{
    m_lab->cloud().post(
        "/sim/projects/lab:setPermissions", {{"denied", QJsonArray{"tpu.nodes.create"}}});
    const Outcome looking = m_lab->ctl({"doctor", "--json"});
    VERIFY_EXIT(looking, 0); // not everybody makes nodes
    QCOMPARE(find(looking, "lab")["state"].toString(), QString("optional"));
    QVERIFY(find(looking, "lab")["text"].toString().contains("create nodes"));

    m_lab->cloud().post("/sim/projects/lab:setApi", {{"tpuApi", "disabled"}});
    const Outcome off = m_lab->ctl({"doctor", "--json"});
    VERIFY_EXIT(off, 1);
    QCOMPARE(find(off, "lab")["state"].toString(), QString("bad"));
    QVERIFY(off.out.contains("gcloud services enable tpu.googleapis.com --project=lab"));
}

void TestCtlDoctor::reportHasNoSecret()
{
    const QStringList secrets{
        "ya29.planted-token",           "0123456789abcdef0123456789abcdef01234567",
        "correct horse battery staple", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ",
        "sshpass -p hunter2",           "matt@example.org",
        "words of a variable"};
    const auto write = [this](const QString &name, const QByteArray &bytes) {
        QVERIFY(QDir(m_lab->file("")).mkpath(QFileInfo(name).path()));
        QFile file(m_lab->file(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    };
    write(
        ".local/state/podium/podium.log",
        QStringLiteral("2026-11-24T12:00:00.000Z warn  cloud: Bearer %1 was refused\n"
                       "WANDB_API_KEY=%2\npassphrase: %3\n"
                       "-----BEGIN OPENSSH PRIVATE KEY-----\n%4\n"
                       "-----END OPENSSH PRIVATE KEY-----\n"
                       "%5 said %6; it is useful\n")
            .arg(secrets[0], secrets[1], secrets[2], secrets[3], secrets[5], secrets[6])
            .toUtf8());
    write(
        ".config/podium/config.json",
        QStringLiteral("{\"sshConfig\": {\"rules\": [{\"proxyCommand\": \"%1 ssh x\"}]}}")
            .arg(secrets[4])
            .toUtf8());
    QProcessEnvironment environment = m_lab->environment();
    environment.insert("LAB_SECRET", secrets[6]);
    const QString file = m_lab->file("report.txt");
    const Outcome outcome = podium::tests::execute(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"doctor", "--report", file, "--yes"},
        environment);
    VERIFY_EXIT(outcome, 0);
    QVERIFY2(outcome.err.contains("The report is in " + file.toLocal8Bit()), outcome.err);
    QFile saved(file);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    const QByteArray report = saved.readAll();
    for (const QString &secret : secrets) {
        QVERIFY2(!report.contains(secret.toUtf8()), report.constData());
        QVERIFY2(!outcome.out.contains(secret.toUtf8()), outcome.out.constData());
    }
    for (const char *part : {"it is useful", "Podium: ", "proxyCommand", "lab: "}) {
        QVERIFY2(report.contains(part), report.constData());
    }
    QVERIFY(outcome.out.contains(report.trimmed())); // it was shown
    // No file is written over.
    VERIFY_EXIT(m_lab->ctl({"doctor", "--report", file, "--yes"}), 4);
}

void TestCtlDoctor::reportIsNotWrittenUnasked()
{
    const QString file = m_lab->file("report.txt");
    const Outcome outcome = m_lab->ctl({"doctor", "--report", file, "--json"});
    VERIFY_EXIT(outcome, 4);
    QVERIFY(!QFile::exists(file));
    const QJsonObject document = QJsonDocument::fromJson(outcome.out).object();
    QVERIFY(document["saved"].isNull());
    QVERIFY(document["report"].toString().contains("Versions"));
}

QTEST_GUILESS_MAIN(TestCtlDoctor)
#include "tst_ctldoctor.moc"
