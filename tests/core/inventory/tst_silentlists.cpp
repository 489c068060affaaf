// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/cloudnodesource.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

#include <optional>

using namespace podium;
using namespace podium::inventory;
using namespace podium::tests;
using namespace std::chrono_literals;

/// Every fault of every list call, on each of its pages: no node is called gone, what is missing is
/// said, and the next good look finds all as it was. Against podium-sim.
class TestSilentLists final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void nothingIsGone_data();
    void nothingIsGone();
    void keysThatFailAreSaid_data();
    void keysThatFailAreSaid();
    void emptyProjectIsBelieved();
    void listGoesInCircles();

private:
    void addFault(const QString &path, const QJsonObject &answer, int page = 1) const;

    SimCloud m_sim;
};

namespace {

QJsonObject simNode(const QString &name)
{
    return {{"zone", "us-east1-d"}, {"name", name}};
}

QJsonObject lab(const QString &id)
{
    return {{"id", id}, {"nodes", QJsonArray{simNode("one"), simNode("two"), simNode("three")}}};
}

const std::vector<std::pair<const char *, QJsonObject>> &faults()
{
    static const std::vector<std::pair<const char *, QJsonObject>> all{
        {"400", {{"status", 400}}},
        {"401", {{"status", 401}}},
        {"403", {{"status", 403}}},
        {"404", {{"status", 404}}},
        {"429", {{"status", 429}}},
        {"500", {{"status", 500}}},
        {"503", {{"status", 503}}},
        {"cut", {{"cutAt", 10}}},
        {"cut at once", {{"cutAt", 0}}},
        {"HTML", {{"status", 200}, {"body", "<html>Log in to the hotel's network</html>"}}},
        {"nothing", {{"status", 200}, {"body", "{}"}}},
        {"an empty list", {{"status", 200}, {"body", R"({"nodes": [], "projects": []})"}}},
        {"no JSON object", {{"status", 200}, {"body", "[]"}}},
        {"no body", {{"status", 200}, {"body", ""}}},
        {"hang", {{"delayMs", 600000}}}};
    return all;
}

bool saysWhatIsMissing(const Snapshot &snapshot)
{
    return snapshot.error || snapshot.projectsError || !snapshot.problems.empty();
}

struct World
{
    /// `isHurried`: does not wait long for what hangs.
    World(const SimCloud &sim, const CloudNodeOptions &options, bool isHurried)
        : cloud(sim.environment(), {60s, isHurried ? 1s : 30s, 1000000}, {2, 5ms, 10ms, 1500ms})
        , source(cloud.projects, cloud.tpu, options)
        , inventory(source, nullptr, cloud.clock)
        , changed(&inventory, &Inventory::changed)
    {}
    [[nodiscard]] bool look()
    {
        changed.clear();
        QSignalSpy refreshed(&inventory, &Inventory::refreshed);
        inventory.refresh(Urgency::Urgent);
        return refreshed.wait(Patience);
    }
    /// Until all is there: a machine that is busy may be slow to answer who is in a hurry.
    [[nodiscard]] bool seesAll()
    {
        QElapsedTimer since;
        since.start();
        while (look()) {
            if (!saysWhatIsMissing(now())) {
                return true;
            }
            if (since.elapsed() > Patience) {
                return false;
            }
        }
        return false;
    }
    [[nodiscard]] int events() const
    {
        int count = 0;
        for (const auto &arguments : changed) {
            count += int(arguments[0].value<std::vector<Event>>().size());
        }
        return count;
    }
    [[nodiscard]] const Snapshot &now() const { return inventory.snapshot(); }

    CloudFixture cloud;
    CloudNodeSource source;
    Inventory inventory;
    QSignalSpy changed;
};

CloudNodeOptions optionsFor(const QStringList &set, bool asksHostKeys, bool isHurried)
{
    CloudNodeOptions options;
    options.fallbackProjects = set;
    options.asksHostKeys = asksHostKeys;
    options.wait = isHurried ? 2s : 60s;
    return options;
}

} // namespace

void TestSilentLists::initTestCase()
{
    const QJsonObject scenario{
        {"maxPageSize", 2},
        {"projects", QJsonArray{lab("lab-one"), lab("lab-two"), lab("lab-three")}}};
    QVERIFY2(m_sim.startWith(scenario), qPrintable(m_sim.error()));
}

void TestSilentLists::init()
{
    m_sim.call("DELETE", "/sim/faults", {});
}

void TestSilentLists::addFault(const QString &path, const QJsonObject &answer, int page) const
{
    // The pages before go through.
    if (page > 1) {
        QCOMPARE(m_sim.post("/sim/faults", {{"path", path}, {"count", page - 1}}).status, 200);
    }
    QJsonObject fault = answer;
    fault["path"] = path;
    QCOMPARE(m_sim.post("/sim/faults", fault).status, 200);
}

void TestSilentLists::nothingIsGone_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonObject>("answer");
    QTest::addColumn<int>("page");
    QTest::addColumn<QStringList>("set");
    const std::pair<const char *, QString> calls[] = {
        {"projects", "^/v[13]/projects(:search)?$"},
        {"nodes", "/projects/lab-two/locations/-/nodes$"},
        {"a project and its nodes", "/projects/lab-two/locations/.*/nodes"},
        {"all", "."}};
    for (const auto &[call, path] : calls) {
        for (const int page : {1, 2}) {
            for (const QStringList &set : {QStringList(), QStringList{"lab-one"}}) {
                const bool isOneList = call == calls[0].first || call == calls[1].first;
                if (!isOneList && (page == 2 || set.isEmpty())) {
                    continue; // that what is whole in itself fails as well is tried once
                }
                for (const auto &[name, answer] : faults()) {
                    QTest::addRow(
                        "%s, page %d, %s, %s", call, page, name, set.isEmpty() ? "none set" : "set")
                        << path << answer << page << set;
                }
            }
        }
    }
}

void TestSilentLists::nothingIsGone()
{
    QFETCH(QString, path);
    QFETCH(QJsonObject, answer);
    QFETCH(int, page);
    QFETCH(QStringList, set);
    const bool hangs = answer.contains("delayMs");
    World world(m_sim, optionsFor(set, false, hangs), hangs);
    QVERIFY(world.seesAll());
    QCOMPARE(int(world.now().nodes.size()), 9);
    QVERIFY(world.now().coverage.isWhole());
    const std::vector<cloud::Project> projects = world.now().projects;

    addFault(path, answer, page);
    QVERIFY(world.look());
    QVERIFY(saysWhatIsMissing(world.now()));
    QVERIFY(!world.now().coverage.isWhole());
    QCOMPARE(int(world.now().nodes.size()), 9);
    QCOMPARE(world.events(), 0);
    QVERIFY(world.now().projects == projects);

    m_sim.call("DELETE", "/sim/faults", {});
    QVERIFY(world.seesAll());
    QCOMPARE(world.events(), 0);
    QVERIFY(world.now().coverage.isWhole());
    for (const NodeEntry &entry : world.now().nodes) {
        QVERIFY(!entry.stale);
    }
}

void TestSilentLists::keysThatFailAreSaid_data()
{
    QTest::addColumn<QJsonObject>("answer");
    QTest::addColumn<bool>("isSaid");
    const QStringList said{"429",     "500", "503", "cut", "cut at once", "HTML", "no JSON object",
                           "no body", "hang"};
    for (const auto &[name, answer] : faults()) {
        QTest::newRow(name) << answer << said.contains(name);
    }
}

void TestSilentLists::keysThatFailAreSaid()
{
    QFETCH(QJsonObject, answer);
    QFETCH(bool, isSaid);
    addFault(":getGuestAttributes$", answer);
    const bool hangs = answer.contains("delayMs");
    std::optional<World> world;
    QElapsedTimer since;
    since.start();
    do { // a first look that does not wait long for the keys may be too short for the nodes as well
        world.emplace(m_sim, optionsFor({}, true, hangs), false);
        QVERIFY(world->look());
    } while (!world->now().coverage.isWhole() && since.elapsed() < Patience);
    QCOMPARE(int(world->now().nodes.size()), 9);
    QVERIFY(world->now().coverage.isWhole() && !saysWhatIsMissing(world->now()));
    QCOMPARE(world->now().keysError.has_value(), isSaid);
}

/// A project whose last node is deleted answers with nothing, and that is true.
void TestSilentLists::emptyProjectIsBelieved()
{
    SimCloud sim;
    const QJsonObject small{{"id", "lab-small"}, {"nodes", QJsonArray{simNode("one")}}};
    QVERIFY(
        sim.startWith({{"operationMs", 0}, {"projects", QJsonArray{small, lab("lab-one")}}}, {}));
    World world(sim, optionsFor({}, false, false), false);
    QVERIFY(world.look());
    QCOMPARE(int(world.now().nodes.size()), 4);
    const QString node = "/v2/projects/lab-small/locations/us-east1-d/nodes/one";
    QCOMPARE(sim.call("DELETE", node, {}).status, 200);
    QTRY_COMPARE(sim.get(node).status, 404);
    QVERIFY(world.look());
    QCOMPARE(int(world.now().nodes.size()), 3);
    QCOMPARE(world.events(), 1);
    QVERIFY(world.now().coverage.isWhole() && !saysWhatIsMissing(world.now()));
}

void TestSilentLists::listGoesInCircles()
{
    World world(m_sim, optionsFor({}, false, false), false);
    QVERIFY(world.look());
    addFault(
        "^/v[13]/projects",
        {{"status", 200},
         {"body", R"({"projects": [{"projectId": "lab-one"}], "nextPageToken": "a"})"}});
    QVERIFY(world.look());
    QVERIFY(world.now().projectsError);
    QCOMPARE(int(world.now().nodes.size()), 9);
    QCOMPARE(world.events(), 0);
}

QTEST_GUILESS_MAIN(TestSilentLists)
#include "tst_silentlists.moc"
