// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The modes of what is fetched, also onto a disk that keeps none, as FAT: chmod() is this program's
// own here.
#include "core/files/fetch/fetchfolder.h"
#include "core/files/fetch/fetchplan.h"
#include "tests/core/files/streamfixture.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace podium;
using namespace podium::files;
using namespace podium::tests;

namespace {

enum class Disk { KeepsModes, RefusesThem, PassesThemOver };

Disk disk = Disk::KeepsModes;

/// What such a disk says; else nothing.
int answerOf(Disk which)
{
    errno = EPERM;
    return which == Disk::RefusesThem ? -1 : 0;
}

LocalTree treeThere()
{
    LocalTree tree;
    tree.entries.push_back({{"d", EntryKind::Folder, 0500, 0, 0, {}}, {}});
    tree.entries.push_back({{"d/f", EntryKind::File, 0640, 1, 1'000'000'000, {}}, {}});
    return tree;
}

} // namespace

extern "C" {

int chmod(const char *path, mode_t mode) noexcept
{
    return disk == Disk::KeepsModes ? int(::syscall(SYS_fchmodat, AT_FDCWD, path, mode))
                                    : answerOf(disk);
}

int fchmod(int file, mode_t mode) noexcept
{
    return disk == Disk::KeepsModes ? int(::syscall(SYS_fchmod, file, mode)) : answerOf(disk);
}

} // extern "C"

class TestFetchModes final : public QObject, private StreamFixture
{
    Q_OBJECT

private slots:
    void init() { makeFolders(); }
    void cleanup() { disk = Disk::KeepsModes; }
    void whatADiskWithoutModesGets_data();
    void whatADiskWithoutModesGets();
    void anotherModeIsADifferenceElsewhere();
    void aFolderOfACutFetchGetsItsMode();

private:
    [[nodiscard]] QByteArray out() const
    {
        return QFile::encodeName(m_folder->filePath(QStringLiteral("out")));
    }
    /// Whether the disk is said to keep modes.
    [[nodiscard]] bool fetch(const LocalTree &tree) const
    {
        const auto folder = FetchFolder::open(out());
        [&] { QVERIFY(folder); }();
        const Descriptor file = (*folder)->create(tree.entries[1].entry, 1);
        [&] { QCOMPARE(::write(file.get(), "x", 1), ssize_t(1)); }();
        const auto problems = (*folder)->place(tree, {0, 1}, {});
        [&] { QCOMPARE(problems, std::vector<FileProblem>()); }();
        return (*folder)->keepsModes();
    }
    [[nodiscard]] WorkerPlan nextPlan(const LocalTree &tree) const
    {
        return planFor(*WorkerRef::parse("lab/us-central2-b/pod:0"), tree, readHere(out(), tree));
    }
};

void TestFetchModes::whatADiskWithoutModesGets_data()
{
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("refused") << true;
    QTest::newRow("passed over") << false;
}

void TestFetchModes::whatADiskWithoutModesGets()
{
    QFETCH(bool, isRefused);
    disk = isRefused ? Disk::RefusesThem : Disk::PassesThemOver;
    const LocalTree tree = treeThere();
    QVERIFY(!fetch(tree));
    QCOMPARE(shell("cat out/d/f; stat -c %a out/d out/d/f"), QByteArray("x700\n600\n"));
    const WorkerPlan next = nextPlan(tree);
    QVERIFY(next.send.empty() && next.compare.empty());
    QCOMPARE(shell("ls -A out"), QByteArray("d\n"));
}

void TestFetchModes::anotherModeIsADifferenceElsewhere()
{
    const LocalTree tree = treeThere();
    QVERIFY(fetch(tree));
    QCOMPARE(shell("stat -c %a out/d out/d/f"), QByteArray("500\n640\n"));
    QVERIFY(nextPlan(tree).send.empty());
    shell("chmod 600 out/d/f");
    QCOMPARE(nextPlan(tree).send, std::vector<std::size_t>{1});
    QCOMPARE(shell("ls -A out; chmod 700 out/d"), QByteArray("d\n")); // nothing of the trial
}

/// One that its owner may not write to is left open for what is to come.
void TestFetchModes::aFolderOfACutFetchGetsItsMode()
{
    shell("mkdir -p out/d && chmod 700 out/d");
    const LocalTree tree = treeThere();
    WorkerPlan plan = nextPlan(tree);
    spareExisting(plan, tree, {"d"});
    QVERIFY(plan.conflicts.empty());
    QCOMPARE(plan.send, (std::vector<std::size_t>{0, 1}));
    QVERIFY(fetch(tree));
    QCOMPARE(shell("stat -c %a out/d; chmod 700 out/d"), QByteArray("500\n"));
}

QTEST_GUILESS_MAIN(TestFetchModes)
#include "tst_fetchmodes.moc"
