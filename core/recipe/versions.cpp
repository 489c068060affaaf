// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/versions.h"

#include "core/inventory/snapshot.h"
#include "core/recipe/scripttexts.h"
#include "core/ssh/plaintext.h"

#include <QCryptographicHash>
#include <QMap>

#include <algorithm>
#include <utility>

namespace podium::recipe {

namespace {

constexpr int LongestVersion = 300;            // characters
constexpr int LongestPackageList = 256 * 1024; // bytes
constexpr int MostNamedPackages = 6;           // in one sentence

Version *findVersion(std::vector<Version> &versions, const QString &name)
{
    const auto found = std::find_if(versions.begin(), versions.end(), [&name](const Version &each) {
        return each.name == name;
    });
    return found == versions.end() ? nullptr : &*found;
}

/// Nothing where bytes would be lost: two that differ there only must not look equal.
QString wholeText(const QByteArray &bytes)
{
    QString text = ssh::plainText(bytes, LongestVersion);
    return text.toUtf8() == bytes ? text : QString();
}

/// Nothing where it is no list.
QStringList packageLines(const QByteArray &bytes)
{
    QStringList lines;
    if (bytes.size() > LongestPackageList) {
        return lines;
    }
    for (const QByteArray &line : bytes.split('\n')) {
        const QString text = wholeText(line);
        if (text.isEmpty()) {
            return {};
        }
        lines << text;
    }
    lines.sort();
    return lines;
}

QString packagesValue(const QStringList &packages)
{
    const QByteArray hash = QCryptographicHash::hash(
        packages.join(QLatin1Char('\n')).toUtf8(), QCryptographicHash::Sha256);
    const QString count = packages.size() == 1 ? QStringLiteral("1 package")
                                               : QStringLiteral("%1 packages").arg(packages.size());
    return QStringLiteral("%1, sha256 %2").arg(count, QString::fromLatin1(hash.toHex().left(16)));
}

void takeVersion(WorkerVersions &found, const remote::Record &record)
{
    const bool isPackages = record.kind == "version" && record.at(0) == "packages";
    Version *version = findVersion(found.versions, QString::fromLatin1(record.at(0)));
    // What the cloud says of the node is not the worker's to say.
    if (!version || version->name == QLatin1String("runtime") || !version->value.isEmpty()) {
        return;
    }
    if (record.kind == "unknown") {
        const QString why = record.text(1);
        version->unknown = why.isEmpty() ? QStringLiteral("the worker does not say why") : why;
        return;
    }
    if (isPackages && record.at(1) == "none") {
        version->value = QStringLiteral("no packages");
    } else if (isPackages) {
        found.packages = packageLines(record.at(1));
        version->value = found.packages.isEmpty() ? QString() : packagesValue(found.packages);
    } else {
        version->value = wholeText(record.at(1));
    }
    version->unknown =
        version->value.isEmpty() ? QStringLiteral("what it said cannot be read") : QString();
}

/// "jax==0.4.35" → "jax", "0.4.35".
QMap<QString, QString> byPackage(const QStringList &packages)
{
    QMap<QString, QString> all;
    for (const QString &line : packages) {
        all[line.section(QStringLiteral("=="), 0, 0)] = line.section(QStringLiteral("=="), 1);
    }
    return all;
}

/// What is different from what most have, in words.
QString packageDifference(const QStringList &usual, const QStringList &own)
{
    const QMap<QString, QString> theirs = byPackage(usual);
    const QMap<QString, QString> mine = byPackage(own);
    QStringList parts;
    for (auto it = theirs.cbegin(); it != theirs.cend(); ++it) {
        if (!mine.contains(it.key())) {
            parts << QStringLiteral("%1 is missing").arg(it.key());
        } else if (mine.value(it.key()) != it.value()) {
            parts << QStringLiteral("%1 %2 instead of %3")
                         .arg(it.key(), mine.value(it.key()), it.value());
        }
    }
    for (auto it = mine.cbegin(); it != mine.cend(); ++it) {
        if (!theirs.contains(it.key())) {
            parts << QStringLiteral("%1 %2 besides").arg(it.key(), it.value());
        }
    }
    const int more = int(parts.size()) - MostNamedPackages;
    if (more > 0) {
        parts = parts.mid(0, MostNamedPackages);
        parts << QStringLiteral("and %1 more").arg(more);
    }
    return parts.join(QStringLiteral(", "));
}

/// Empty where two have the most.
QString mostCommon(const QMap<QString, int> &counts)
{
    QString most;
    int count = 0;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it) {
        if (it.value() > count) {
            most = it.key();
            count = it.value();
        } else if (it.value() == count) {
            most.clear();
        }
    }
    return most;
}

VersionRow versionRow(const QString &name, const std::vector<WorkerVersions> &workers)
{
    VersionRow row{name};
    QMap<QString, int> counts;
    for (const WorkerVersions &worker : workers) {
        const Version *version = worker.find(name);
        if (version && !version->value.isEmpty()) {
            ++counts[version->value];
        }
    }
    row.value = mostCommon(counts);
    row.count = row.value.isEmpty() ? 0 : counts.value(row.value);
    const auto usual =
        std::find_if(workers.begin(), workers.end(), [&row](const WorkerVersions &worker) {
            const Version *version = worker.find(row.name);
            return version && !row.value.isEmpty() && version->value == row.value;
        });
    for (const WorkerVersions &worker : workers) {
        const Version *version = worker.find(name);
        if (!version || version->value.isEmpty()) {
            const QString why =
                version ? version->unknown : QStringLiteral("the worker did not say");
            row.odd.push_back({worker.worker, {}, why});
        } else if (version->value != row.value) {
            const bool isNamed = name == QLatin1String("packages") && usual != workers.end();
            row.odd.push_back(
                {worker.worker, version->value,
                 isNamed ? packageDifference(usual->packages, worker.packages) : QString()});
        }
    }
    return row;
}

} // namespace

const Version *WorkerVersions::find(const QString &name) const
{
    const auto found = std::find_if(versions.begin(), versions.end(), [&name](const Version &each) {
        return each.name == name;
    });
    return found == versions.end() ? nullptr : &*found;
}

QStringList versionNames(const VersionsAsked &asked)
{
    QStringList names{
        QStringLiteral("runtime"), QStringLiteral("system"), QStringLiteral("kernel"),
        QStringLiteral("python"), QStringLiteral("packages")};
    if (!asked.folder.isEmpty()) {
        names << QStringLiteral("commit") << QStringLiteral("changes");
    }
    return names;
}

VersionsAsked versionsOf(const Recipe &recipe, const Values &values)
{
    const QString folder = values.value(QStringLiteral("folder"));
    VersionsAsked asked;
    if (folder.isEmpty()) {
        return asked;
    }
    const QString path =
        folder.startsWith(QLatin1Char('/')) ? folder : QStringLiteral("~/%1").arg(folder);
    const bool isEnvironment =
        std::any_of(recipe.steps.begin(), recipe.steps.end(), [](const RecipeStep &step) {
            return step.check.contains("$R_folder/bin/python") ||
                   step.act.contains("$R_folder/bin/python");
        });
    if (isEnvironment) {
        asked.python = QStringLiteral("%1/bin/python").arg(path);
    } else if (recipe.find(QStringLiteral("commit"))) {
        asked.folder = path;
    }
    return asked;
}

remote::Script versionsScript()
{
    return {
        scripttexts::versions, remote::Rights::Login, QStringLiteral("Compare versions"),
        std::chrono::seconds(60), false};
}

std::vector<remote::Record> versionsData(const VersionsAsked &asked)
{
    std::vector<remote::Record> data;
    if (!asked.python.isEmpty()) {
        data.push_back({"python", {asked.python.toUtf8()}});
    }
    if (!asked.folder.isEmpty()) {
        data.push_back({"folder", {asked.folder.toUtf8()}});
    }
    return data;
}

QString runtimeVersionOf(const inventory::Snapshot &snapshot, const WorkerRef &worker)
{
    const inventory::NodeEntry *entry = snapshot.find(worker.node);
    return entry ? entry->node.runtimeVersion : QString();
}

WorkerVersions readVersions(
    const WorkerRef &worker, const VersionsAsked &asked, const QString &runtime,
    const remote::Answer &answer)
{
    WorkerVersions found{worker, {}};
    const QString silent = answer.isComplete ? QStringLiteral("the worker did not say")
                                             : QStringLiteral("the worker's answer is not whole");
    for (const QString &name : versionNames(asked)) {
        found.versions.push_back({name, {}, silent});
    }
    Version &first = found.versions.front();
    first.value = runtime;
    first.unknown = runtime.isEmpty() ? QStringLiteral("the cloud does not say") : QString();
    for (const remote::Record &record : answer.records) {
        if (record.kind == "version" || record.kind == "unknown") {
            takeVersion(found, record);
        }
    }
    return found;
}

WorkerVersions
unreadVersions(const WorkerRef &worker, const VersionsAsked &asked, const Error &error)
{
    WorkerVersions found{worker, {}};
    for (const QString &name : versionNames(asked)) {
        found.versions.push_back({name, {}, error.summary});
    }
    found.error = error;
    return found;
}

std::vector<VersionRow> compareVersions(const std::vector<WorkerVersions> &workers)
{
    std::vector<VersionRow> rows;
    if (workers.empty()) {
        return rows;
    }
    for (const Version &version : workers.front().versions) {
        rows.push_back(versionRow(version.name, workers));
    }
    return rows;
}

bool areEqual(const std::vector<VersionRow> &rows)
{
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [](const VersionRow &row) {
        return row.isEqual();
    });
}

} // namespace podium::recipe
