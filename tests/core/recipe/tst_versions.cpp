// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/versions.h"
#include "tests/core/remote/shells.h"
#include "tests/core/tpu/withouttool.h"
#include "tests/fakes/nodes.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QStringBuilder>
#include <QTemporaryDir>

#include <algorithm>

using namespace podium;
using namespace podium::recipe;
using namespace podium::tests;

namespace {

WorkerRef workerOf(int index)
{
    return {refOf({.name = "pod"}), index};
}

/// What a worker says that has all of it.
remote::Answer versionsAnswer(const QByteArray &packages, const QByteArray &commit = "c0ffee")
{
    remote::Answer answer;
    answer.isComplete = true;
    answer.records = {
        {"version", {"system", "Ubuntu 22.04.2 LTS"}},
        {"version", {"kernel", "5.19.0-1027-gcp"}},
        {"version", {"python", "3.10.12 /home/ada/venv/bin/python3"}},
        {"version", {"packages", packages}},
        {"version", {"commit", commit}},
        {"version", {"changes", "none"}}};
    return answer;
}

const VersionsAsked WithFolder{{}, "~/code"};

WorkerVersions told(int index, const remote::Answer &answer)
{
    return readVersions(workerOf(index), WithFolder, "tpu-ubuntu2204-base", answer);
}

const VersionRow &rowOf(const std::vector<VersionRow> &rows, const QString &name)
{
    return *std::find_if(
        rows.begin(), rows.end(), [&name](const VersionRow &row) { return row.name == name; });
}

/// An interpreter that answers as a Python does which is asked for its packages.
void writePython(const QString &path, const QByteArray &lines)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\ncat <<'END'\n" + lines + "END\n");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

} // namespace

/// Whether workers have the same, from what they say to what is said of them.
class TestVersions final : public QObject
{
    Q_OBJECT

private slots:
    void allTheSameIsEqual();
    void theOddWorkerIsNamed();
    void unknownIsNeverEqual();
    void withoutAMajorityAllAreNamed();
    void hostileAnswersAreUnknown();
    void whatARecipeHasSetUpIsAskedFor();
    void theScriptTells_data() { addShells(); }
    void theScriptTells();
    void withoutAToolItIsUnknown_data() { addShells(); }
    void withoutAToolItIsUnknown();
    void changesAreNotTheCommit_data() { addShells(); }
    void changesAreNotTheCommit();
    void realPythonsAreRead_data() { addShells(); }
    void realPythonsAreRead();

private:
    [[nodiscard]] static QProcessEnvironment at(const QString &home)
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HOME", home);
        environment.remove("VIRTUAL_ENV");
        return environment;
    }
    [[nodiscard]] static WorkerVersions look(
        const QStringList &shell, const VersionsAsked &asked, const QString &home,
        const remote::Script &script = versionsScript())
    {
        const auto answer =
            remote::decodeAnswer(runScript(shell, script, versionsData(asked), at(home)));
        return answer ? readVersions(workerOf(0), asked, "r", *answer)
                      : unreadVersions(workerOf(0), asked, answer.error());
    }
    static void git(const QString &folder, const QStringList &words)
    {
        QProcess process;
        process.start(
            "git",
            QStringList{"-C", folder, "-c", "user.name=a", "-c", "user.email=a@b.invalid"} + words);
        QVERIFY(process.waitForFinished(Patience));
        QCOMPARE(process.exitCode(), 0);
    }
};

void TestVersions::allTheSameIsEqual()
{
    const remote::Answer answer = versionsAnswer("jax==0.4.35\nnumpy==1.26.4");
    const auto rows = compareVersions({told(0, answer), told(1, answer), told(2, answer)});
    QCOMPARE(int(rows.size()), 7);
    QVERIFY(areEqual(rows));
    QCOMPARE(rowOf(rows, "packages").count, 3);
    QVERIFY(rowOf(rows, "packages").value.startsWith("2 packages, sha256 "));
    QCOMPARE(told(0, versionsAnswer("none")).find("packages")->value, QString("no packages"));
    QCOMPARE(rowOf(rows, "runtime").value, QString("tpu-ubuntu2204-base"));
    // The order in which they are told says nothing.
    const remote::Answer turned = versionsAnswer("numpy==1.26.4\njax==0.4.35");
    QVERIFY(areEqual(compareVersions({told(0, answer), told(1, turned)})));
    QVERIFY(areEqual(compareVersions({told(0, answer)})));
    QVERIFY(!areEqual(compareVersions({})));
}

void TestVersions::theOddWorkerIsNamed()
{
    const remote::Answer usual = versionsAnswer("flax==0.8.0\njax==0.4.35\nnumpy==1.26.4");
    const remote::Answer odd = versionsAnswer("jax==0.4.34\nnumpy==1.26.4\nrich==13.0", "badbad");
    const auto rows = compareVersions({told(0, odd), told(1, usual), told(2, usual)});
    QVERIFY(!areEqual(rows));
    const VersionRow &packages = rowOf(rows, "packages");
    QCOMPARE(packages.count, 2);
    QCOMPARE(int(packages.odd.size()), 1);
    QCOMPARE(packages.odd[0].worker, workerOf(0));
    QCOMPARE(
        packages.odd[0].detail,
        QString("flax is missing, jax 0.4.34 instead of 0.4.35, rich 13.0 besides"));
    const VersionRow &commit = rowOf(rows, "commit");
    QCOMPARE(commit.value, QString("c0ffee"));
    QCOMPARE(commit.odd[0].value, QString("badbad"));
    QVERIFY(rowOf(rows, "kernel").isEqual());
    QByteArray many = "a==1";
    for (int i = 0; i < 20; ++i) {
        many += "\nx" + QByteArray::number(i) + "==1";
    }
    const auto more = compareVersions(
        {told(0, versionsAnswer("a==1")), told(1, versionsAnswer("a==1")),
         told(2, versionsAnswer(many))});
    QVERIFY(rowOf(more, "packages").odd[0].detail.endsWith("and 14 more"));
}

void TestVersions::unknownIsNeverEqual()
{
    const remote::Answer good = versionsAnswer("jax==0.4.35");
    remote::Answer without = good;
    without.records[4] = {"unknown", {"commit", "git is missing there"}};
    const auto rows = compareVersions({told(0, good), told(1, without)});
    QVERIFY(!areEqual(rows));
    const VersionRow &commit = rowOf(rows, "commit");
    QCOMPARE(commit.value, QString("c0ffee"));
    QCOMPARE(commit.odd[0].value, QString());
    QCOMPARE(commit.odd[0].detail, QString("git is missing there"));
    // All the same in that nothing is known of them.
    QVERIFY(!areEqual(compareVersions({told(0, without), told(1, without)})));
    QVERIFY(!areEqual(compareVersions({told(0, without)})));
    const Error lost{ErrorKind::Network, "The line broke.", {}, {}, {}};
    const auto one =
        compareVersions({told(0, good), unreadVersions(workerOf(1), WithFolder, lost)});
    QVERIFY(!areEqual(one));
    QCOMPARE(rowOf(one, "system").odd[0].detail, QString("The line broke."));
    // One that was cut off: what it said stands.
    remote::Answer cut = good;
    cut.isComplete = false;
    cut.records.resize(3);
    const WorkerVersions half = told(0, cut);
    QCOMPARE(half.find("kernel")->value, QString("5.19.0-1027-gcp"));
    QVERIFY(half.find("packages")->value.isEmpty());
    QVERIFY(half.find("packages")->unknown.contains("not whole"));
    QVERIFY(!areEqual(compareVersions({readVersions(workerOf(0), {}, {}, good)}))); // no runtime
}

void TestVersions::withoutAMajorityAllAreNamed()
{
    const auto rows = compareVersions(
        {told(0, versionsAnswer("jax==0.4.35")), told(1, versionsAnswer("jax==0.4.34"))});
    const VersionRow &packages = rowOf(rows, "packages");
    QVERIFY(packages.value.isEmpty());
    QCOMPARE(packages.count, 0);
    QCOMPARE(int(packages.odd.size()), 2);
    QVERIFY(!packages.odd[0].value.isEmpty());
    QVERIFY(packages.odd[0].detail.isEmpty());
}

void TestVersions::hostileAnswersAreUnknown()
{
    const auto unknownWith = [](const remote::Record &record, const QString &name) {
        remote::Answer answer;
        answer.isComplete = true;
        answer.records = {record};
        return told(0, answer).find(name)->value.isEmpty();
    };
    // What would look the same on a screen is not the same.
    for (const QByteArray &value :
         {QByteArray("5.19\0", 5), QByteArray("5.19\x1b[31m"), QByteArray("5.19\xe2\x80\xae"),
          QByteArray("5.19\n"), QByteArray("\xff\xfe"), QByteArray(301, 'x'), QByteArray()}) {
        QVERIFY2(unknownWith({"version", {"kernel", value}}, "kernel"), value.toHex().constData());
        QVERIFY(unknownWith({"version", {"packages", "jax==1\n" + value}}, "packages"));
    }
    QVERIFY(unknownWith({"version", {"packages", QByteArray(300'000, 'x')}}, "packages"));
    QVERIFY(unknownWith({"version", {"kernel"}}, "kernel"));
    QVERIFY(unknownWith({"version", {}}, "kernel"));
    QVERIFY(unknownWith({"versions", {"kernel", "5.19"}}, "kernel"));
    QVERIFY(!unknownWith({"version", {"kernel", "5.19"}}, "kernel"));
    // No worker speaks for the cloud, twice, or of what nobody asked for.
    remote::Answer answer;
    answer.isComplete = true;
    answer.records = {
        {"version", {"runtime", "forged"}},
        {"version", {"kernel", "5.19"}},
        {"version", {"kernel", "6.1"}},
        {"unknown", {"kernel", "no"}},
        {"version", {"<b>", "x"}}};
    const WorkerVersions found = told(0, answer);
    QCOMPARE(int(found.versions.size()), 7);
    QCOMPARE(found.find("runtime")->value, QString("tpu-ubuntu2204-base"));
    QCOMPARE(found.find("kernel")->value, QString("5.19"));
}

void TestVersions::whatARecipeHasSetUpIsAskedFor()
{
    Recipe recipe;
    recipe.parameters = {{"folder", {}, QString("code"), {}}, {"commit", {}, {}, {}}};
    recipe.steps = {{"A", "cd \"$HOME/$R_folder\"\n", "true\n", 1}};
    QCOMPARE(versionsOf(recipe, {{"folder", "lab/code"}}).folder, QString("~/lab/code"));
    recipe.parameters.pop_back();
    QCOMPARE(versionsOf(recipe, {{"folder", "lab"}}).folder, QString());
    recipe.steps[0].act = "\"$HOME/$R_folder/bin/python\" -m pip\n";
    QCOMPARE(versionsOf(recipe, {{"folder", "venv"}}).python, QString("~/venv/bin/python"));
    QCOMPARE(versionsOf(recipe, {{"folder", "/opt/v"}}).python, QString("/opt/v/bin/python"));
    QCOMPARE(versionsOf(recipe, {}).python, QString());
}

void TestVersions::theScriptTells()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    writePython(home.filePath("venv/bin/python3"), "3.10.12\njax==0.4.35\nnumpy==1.26.4\n");
    writePython(home.filePath("my env/bin/python"), "3.11.4\nnone\n");
    const WorkerVersions found = look(shell, {}, home.path());
    QVERIFY(!found.find("system")->value.isEmpty());
    QVERIFY(!found.find("kernel")->value.isEmpty());
    QCOMPARE(found.find("python")->value, QString("3.10.12 %1/venv/bin/python3").arg(home.path()));
    QCOMPARE(found.packages, (QStringList{"jax==0.4.35", "numpy==1.26.4"}));
    QVERIFY(!found.find("commit"));
    const WorkerVersions chosen = look(shell, {"~/my env/bin/python", {}}, home.path());
    QCOMPARE(chosen.find("python")->value, QString("3.11.4 %1/my env/bin/python").arg(home.path()));
    const WorkerVersions none = look(shell, {"~/no/python", "~/no"}, home.path());
    QVERIFY(none.find("python")->value.isEmpty() && none.find("packages")->value.isEmpty());
    QCOMPARE(none.find("python")->unknown, QString("there is no %1/no/python").arg(home.path()));
    QVERIFY(none.find("commit")->value.isEmpty() && none.find("changes")->value.isEmpty());
    QVERIFY(!none.find("commit")->unknown.isEmpty());
    // What is data stays data.
    const WorkerVersions hostile = look(shell, {"$(touch x)", "`touch x`; touch x"}, home.path());
    QCOMPARE(hostile.find("python")->unknown, QString("there is no $(touch x)"));
    QVERIFY(hostile.find("commit")->value.isEmpty());
    QVERIFY(!QFile::exists(home.filePath("x")) && !QFile::exists("x"));
}

void TestVersions::withoutAToolItIsUnknown()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    writePython(home.filePath("venv/bin/python3"), "3.10.12\njax==0.4.35\n");
    const VersionsAsked asked{{}, "~/code"};
    const WorkerVersions noGit = look(shell, asked, home.path(), without(versionsScript(), "git"));
    QCOMPARE(noGit.find("commit")->unknown, QString("git is missing there"));
    QVERIFY(noGit.find("commit")->value.isEmpty() && noGit.find("changes")->value.isEmpty());
    QVERIFY(!noGit.find("packages")->value.isEmpty());
    for (const char *tool : {"head", "tail"}) {
        const WorkerVersions found =
            look(shell, asked, home.path(), without(versionsScript(), tool));
        QVERIFY2(!found.find("packages")->value.isEmpty(), tool);
        QVERIFY2(found.find("commit")->value.isEmpty(), tool);
        QVERIFY2(!found.find("commit")->unknown.isEmpty(), tool);
    }
    // A Python that cannot say it, as one before 3.8.
    QFile old(home.filePath("venv/bin/python3"));
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("#!/bin/sh\necho 'ModuleNotFoundError: importlib.metadata' >&2\nexit 1\n");
    old.close();
    const WorkerVersions cannot = look(shell, {}, home.path());
    QVERIFY(cannot.find("packages")->value.isEmpty());
    QVERIFY(cannot.find("packages")->unknown.contains("ModuleNotFoundError"));
    QVERIFY(old.open(QIODevice::WriteOnly | QIODevice::Truncate));
    old.write("#!/bin/sh\necho Welcome\necho 3.10.12\n");
    old.close();
    QVERIFY(look(shell, {}, home.path()).find("packages")->value.isEmpty());
}

void TestVersions::changesAreNotTheCommit()
{
    QFETCH(QStringList, shell);
    if (QStandardPaths::findExecutable("git").isEmpty()) {
        QSKIP("git is not installed here");
    }
    const QTemporaryDir home;
    const QString folder = home.filePath("code");
    QVERIFY(QDir().mkpath(folder));
    const auto write = [&folder](const QByteArray &text) {
        QFile file(folder + "/train.py");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    const VersionsAsked asked{{}, "~/code"};
    git(folder, {"init", "-q"});
    QVERIFY(look(shell, asked, home.path()).find("commit")->value.isEmpty()); // none yet
    write("one\n");
    git(folder, {"add", "train.py"});
    git(folder, {"commit", "-q", "-m", "one"});
    const WorkerVersions clean = look(shell, asked, home.path());
    QCOMPARE(clean.find("commit")->value.size(), 40);
    QCOMPARE(clean.find("changes")->value, QString("none"));
    write("two\n");
    const WorkerVersions two = look(shell, asked, home.path());
    QCOMPARE(two.find("commit")->value, clean.find("commit")->value);
    QCOMPARE(two.find("changes")->value.size(), 40);
    write("three\n");
    const WorkerVersions three = look(shell, asked, home.path());
    QVERIFY(three.find("changes")->value != two.find("changes")->value);
}

void TestVersions::realPythonsAreRead()
{
    QFETCH(QStringList, shell);
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    const QTemporaryDir home;
    const QString lab = home.filePath("lab/lab_tools-2.0.dist-info");
    QVERIFY(QDir().mkpath(lab));
    for (const auto &[name, text] : std::initializer_list<std::pair<QString, QByteArray>>{
             {"METADATA", "Metadata-Version: 2.1\nName: Lab_Tools\nVersion: 2.0\n"},
             {"direct_url.json", R"({"url":"x","vcs_info":{"vcs":"git","commit_id":"abc"}})"}}) {
        QFile file(lab + '/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    auto environment = at(home.path());
    environment.insert("PYTHONPATH", home.filePath("lab"));
    const VersionsAsked asked{python, {}};
    const auto answer =
        remote::decodeAnswer(runScript(shell, versionsScript(), versionsData(asked), environment));
    QVERIFY(answer && answer->isComplete);
    const WorkerVersions found = readVersions(workerOf(0), asked, "r", *answer);
    QVERIFY2(
        found.packages.contains("lab-tools==2.0 @ abc"),
        qPrintable(found.find("packages")->unknown));
    QVERIFY(found.find("python")->value.startsWith("3."));
}

QTEST_GUILESS_MAIN(TestVersions)
#include "tst_versions.moc"
