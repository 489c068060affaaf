// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlitesnapshotstore.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::store;
using namespace podium::tests;

namespace {

Snapshot partOfTheWorld()
{
    const ProjectId lab = *ProjectId::parse("lab");
    Snapshot snapshot = snapshotOf({node("lab/us-a1-a/n"), node("other/us-a1-a/n")});
    snapshot.projectsError = Error{ErrorKind::Timeout, "No list.", "It hangs.", "Wait.", {}};
    snapshot.coverage.setProjects(Coverage::Projects::Named);
    snapshot.coverage.setListed(lab);
    snapshot.coverage.addSilentZone(lab, *Zone::parse("us-a1-c"));
    snapshot.coverage.addSilentZone(lab, *Zone::parse("us-a1-b"));
    snapshot.coverage.setUnlisted(*ProjectId::parse("other"));
    return snapshot;
}

} // namespace

/// A restart does not take a part of the cloud for the whole.
class TestStoredCoverage final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void roundTrips();
    void changesAreStored();
    void withoutRowsNothingIsGone();
    void whatCannotBeReadIsNotListed();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath("podium.db"); }
    void save(const Snapshot &snapshot) const
    {
        DatabaseQueue queue(path());
        SqliteSnapshotStore(queue).save(std::make_shared<const Snapshot>(snapshot), {});
    }
    [[nodiscard]] Snapshot load() const
    {
        DatabaseQueue queue(path());
        Answer<Snapshot> answer;
        SqliteSnapshotStore(queue).load(answer.callback());
        return answer.wait(Patience).value_or(Snapshot());
    }
    void run(const QString &sql) const
    {
        auto database = Database::open(path());
        QVERIFY(database && (*database)->run(sql));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestStoredCoverage::roundTrips()
{
    save(partOfTheWorld());
    const Snapshot loaded = load();
    QVERIFY(loaded == partOfTheWorld());
    QVERIFY(!loaded.coverage.provesGone(ref("lab/us-a1-b/gone")));
    QVERIFY(loaded.coverage.provesGone(ref("lab/us-a1-a/gone")));
}

void TestStoredCoverage::changesAreStored()
{
    save(partOfTheWorld());
    Snapshot whole = partOfTheWorld();
    whole.asOf = minute(1);
    whole.projectsError.reset();
    whole.coverage = {};
    whole.coverage.setProjects(Coverage::Projects::All);
    save(whole);
    QVERIFY(load().coverage.isWhole() && !load().projectsError);
    Snapshot part = partOfTheWorld();
    part.asOf = minute(2);
    save(part);
    QVERIFY(load().coverage == part.coverage && load().projectsError == part.projectsError);
}

/// As in a database of a Podium that did not know of this.
void TestStoredCoverage::withoutRowsNothingIsGone()
{
    save(partOfTheWorld());
    run("DELETE FROM coverage");
    QVERIFY(load().coverage == Coverage());
    QCOMPARE(int(load().nodes.size()), 2);
}

void TestStoredCoverage::whatCannotBeReadIsNotListed()
{
    save(partOfTheWorld());
    run("UPDATE coverage SET state = 'perhaps'");
    run("UPDATE coverage SET zone = 'not a zone' WHERE zone = 'us-a1-b'");
    QVERIFY(!load().coverage.provesGone(ref("lab/us-a1-a/gone")));
    QVERIFY(!load().coverage.provesGone(ref("third/us-a1-a/gone")));
}

QTEST_GUILESS_MAIN(TestStoredCoverage)
#include "tst_storedcoverage.moc"
