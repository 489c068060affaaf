// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Well-known servers on a worker: found by podiumctl ports, seen through podiumctl tunnel.
#include "tests/app/podiumctl/tunnel/runningtunnel.h"
#include "tests/fakes/ownport.h"

using namespace podium::tests;

class TestCtlServers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aTensorBoardIsFoundAndShown();
    void aJupyterLetsIn();

private:
    /// What `ports` takes the server on this port of worker 0 for.
    [[nodiscard]] QString kindOn(const QString &port) const;

    CtlLab m_lab;
};

void TestCtlServers::initTestCase()
{
    QVERIFY2(m_lab.start({"pod-v4"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
}

QString TestCtlServers::kindOn(const QString &port) const
{
    const Outcome ports = m_lab.ctl({"ports", "pod-v4:0", "--json"});
    [&] { VERIFY_EXIT(ports, 0); }();
    for (const auto &each :
         ports.json()["workers"].toArray().at(0).toObject()["servers"].toArray()) {
        if (each.toObject()["port"].toInt() == port.toInt()) {
            return each.toObject()["server"].toString();
        }
    }
    return QStringLiteral("no server");
}

/// As a browser does it: the page, and at once what belongs to it.
void TestCtlServers::aTensorBoardIsFoundAndShown()
{
    const QString port = QString::number(ownPort());
    const Outcome started = m_lab.ctl(
        {"run", "pod-v4:0", "--",
         "mkdir -p runs/a && : >runs/a/events.out.tfevents.1; setsid python3 "
         "/etc/podium-sim/tensorboard --logdir runs --port=" +
             port +
             " >said 2>&1 </dev/null & timeout 180 sh -c 'until grep -qs CTRL+C said; do sleep "
             "0.05; done'"});
    VERIFY_EXIT(started, 0);
    QCOMPARE(kindOn(port), QString("TensorBoard"));
    RunningTunnel tunnel(m_lab, {"pod-v4:0", port, "--json"});
    const QString url = tunnel.opened()["url"].toString();
    const Outcome page = curl(m_lab, {url + "/"});
    VERIFY_EXIT(page, 0);
    QVERIFY(page.out.contains("<title>TensorBoard</title>"));
    const Outcome parts = curl(
        m_lab,
        {"--parallel", "--parallel-immediate", "--write-out", "%{http_code} %{size_download}\n",
         "--output", "/dev/null", url + "/index.js?[1-12]"});
    VERIFY_EXIT(parts, 0);
    QCOMPARE(parts.out.count("200 3000015\n"), 12);
    const Outcome runs = curl(m_lab, {url + "/data/runs"});
    QCOMPARE(runs.out, QByteArray(R"(["a"])"));
    tunnel.signal(SIGTERM);
    QCOMPARE(tunnel.exitCode(), 130);
    VERIFY_EXIT(
        m_lab.ctl({"run", "pod-v4:0", "--", "pkill -f '[p]odium-sim/tensorboard' && rm -r runs"}),
        0);
}

void TestCtlServers::aJupyterLetsIn()
{
    const QString port = QString::number(ownPort());
    const Outcome started = m_lab.ctl(
        {"run", "pod-v4:0", "--",
         "setsid python3 /etc/podium-sim/jupyter-lab --port=" + port +
             " >/dev/null 2>&1 </dev/null & timeout 180 sh -c 'until grep -qs 2.14.2 "
             "~/.local/share/jupyter/runtime/*.json; do sleep 0.05; done'"});
    VERIFY_EXIT(started, 0);
    QCOMPARE(kindOn(port), QString("Jupyter"));
    const QString other = QString::number(ownPort());
    RunningTunnel tunnel(m_lab, {"pod-v4:0", port, other, "--jupyter", "--json"});
    QTRY_COMPARE(tunnel.count("jupyter"), 2);
    int found = 0;
    for (const QJsonObject &event : tunnel.events()) {
        if (event["event"] == QLatin1String("jupyter") && event.contains("url")) {
            ++found;
            const Outcome page = curl(m_lab, {event["url"].toString()});
            VERIFY_EXIT(page, 0);
            QCOMPARE(page.out, QByteArray("JupyterLab\n"));
        } else if (event["event"] == QLatin1String("jupyter")) {
            const QString why = event["error"].toObject()["summary"].toString();
            QVERIFY2(why.contains("port " + other), qPrintable(why));
        }
    }
    QCOMPARE(found, 1);
    tunnel.signal(SIGTERM);
    QCOMPARE(tunnel.exitCode(), 130);
    VERIFY_EXIT(
        m_lab.ctl(
            {"run", "pod-v4:0", "--",
             R"(kill $(sed -n 's/.*"pid": \([0-9]*\).*/\1/p' ~/.local/share/jupyter/runtime/*.json))"}),
        0);
}

QTEST_GUILESS_MAIN(TestCtlServers)
#include "tst_ctlservers.moc"
