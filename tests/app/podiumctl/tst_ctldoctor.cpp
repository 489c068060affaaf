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
    void changesNothing();

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
    for (const char *subject : {"gcloud", "ssh", "~/.ssh", "room for history", "lab"}) {
        QCOMPARE(find(outcome, subject)["state"].toString(), QString("good"));
    }
    QVERIFY(!find(outcome, "clock").isEmpty());
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

void TestCtlDoctor::changesNothing()
{
    VERIFY_EXIT(m_lab->ctl({"doctor"}), 0);
    QVERIFY(!QFile::exists(m_lab->file(".ssh")));
}

QTEST_GUILESS_MAIN(TestCtlDoctor)
#include "tst_ctldoctor.moc"
