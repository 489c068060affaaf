// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What podiumctl makes of the words that name nodes.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlTargets final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const QJsonObject same{{"zone", "us-central2-b"}, {"name", "same"}};
        const QJsonObject alone{{"zone", "us-central2-b"}, {"name", "alone"}};
        QJsonArray projects;
        for (const char *id : {"lab-one", "lab-two", "lab-three"}) {
            QJsonArray nodes{same};
            if (projects.isEmpty()) {
                nodes.append(alone);
            }
            projects.append(QJsonObject{{"id", id}, {"nodes", nodes}});
        }
        QVERIFY2(
            m_lab.cloud().startWith({{"projects", projects}}), qPrintable(m_lab.cloud().error()));
    }

    void aNameOfSeveralNodesRunsNowhere()
    {
        const Outcome run = m_lab.ctl({"run", "same", "--", "touch /tmp/ran"});
        VERIFY_EXIT(run, 2);
        for (const char *project : {"lab-one", "lab-two", "lab-three"}) {
            const QByteArray name = QByteArray(project) + "/us-central2-b/same";
            QVERIFY2(run.err.contains(name), run.err.constData());
        }
        VERIFY_EXIT(m_lab.ctl({"run", "lab-two/same", "--", "test ! -e /tmp/ran"}), 0);
        VERIFY_EXIT(m_lab.ctl({"run", "s*", "--", "test ! -e /tmp/ran"}), 0);
        VERIFY_EXIT(m_lab.ctl({"run", "@all", "-same", "--", "test ! -e /tmp/ran"}), 0);
    }

    void aNameOfSeveralNodesIsNotGranted()
    {
        const QStringList add{"add", "ada", "--key", m_lab.publicKey("ada"), "--on"};
        const Outcome refused = m_lab.people(add + QStringList{"same"});
        VERIFY_EXIT(refused, 2);
        QVERIFY2(refused.err.contains("lab-two/us-central2-b/same"), refused.err.constData());
        VERIFY_EXIT(m_lab.people(add + QStringList{"lab-two/same"}), 0);
        VERIFY_EXIT(m_lab.people({"grant", "ada", "same"}), 2);
        for (const char *selector : {"alone", "s*", "@all", "of-later"}) {
            VERIFY_EXIT(m_lab.people({"grant", "ada", selector}), 0);
        }
    }

    void aNameOfSeveralNodesHasNoHistory()
    {
        VERIFY_EXIT(m_lab.ctl({"nodes"}), 0);
        const Outcome refused = m_lab.ctl({"nodes", "history", "same", "--json"});
        VERIFY_EXIT(refused, 2);
        const QString said = refused.json()["error"].toObject()["summary"].toString();
        QCOMPARE(said, QString("\"same\" is or was the name of 3 nodes."));
        QVERIFY2(refused.err.contains("lab-two/us-central2-b/same"), refused.err.constData());
        VERIFY_EXIT(m_lab.ctl({"nodes", "history", "lab-two/same"}), 0);
    }

private:
    CtlLab m_lab;
};

QTEST_GUILESS_MAIN(TestCtlTargets)
#include "tst_ctltargets.moc"
