// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/complete/livewords.h"

#include "app/composition/recipefolders.h"
#include "core/base/files.h"
#include "core/lifecycle/grantjson.h"
#include "core/lifecycle/request/requestjson.h"
#include "core/recipe/recipestore.h"
#include "core/run/detached/detachedrecords.h"
#include "core/run/detached/runjournal.h"
#include "core/secret/secretjson.h"
#include "core/store/config/settings.h"
#include "core/store/storednames.h"

#include <QRegularExpression>
#include <QSet>
#include <QStringBuilder>

#include <algorithm>

namespace podium::ctl {

namespace {

using store::StoredNode;

/// Collects what begins with the typed text, each once.
class Candidates final
{
public:
    explicit Candidates(QString typed) : m_typed(std::move(typed)) {}

    void add(const QString &word, const QString &about = {})
    {
        // What a shell would have to read twice is none of Podium's names.
        const bool isPlain = !word.contains(QLatin1Char('\n')) && !word.contains(QLatin1Char('\t'));
        if (isPlain && word.startsWith(m_typed) && !m_seen.contains(word)) {
            m_seen.insert(word);
            m_all.push_back({word.toStdString(), about.simplified().toStdString()});
        }
    }
    [[nodiscard]] std::vector<Candidate> all() const { return m_all; }

private:
    QString m_typed;
    QSet<QString> m_seen;
    std::vector<Candidate> m_all;
};

/// "PROJECT/ZONE/"
QString whereOf(const StoredNode &node)
{
    return node.project + QLatin1Char('/') + node.zone + QLatin1Char('/');
}

/// A name alone where it is the only one, else the shortest that says which. The nodes are sorted
/// by name, and whoever has one of these names is among them, unless `isWhole`.
void addNodes(Candidates &to, const std::vector<StoredNode> &nodes, bool isWhole)
{
    const auto hasName = [&nodes](std::size_t i, const QString &name) {
        return i < nodes.size() && nodes[i].name == name;
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const StoredNode &node = nodes[i];
        const QString where = node.project + QLatin1Char('/') + node.zone;
        const bool isOne =
            !isWhole && !hasName(i + 1, node.name) && !(i > 0 && hasName(i - 1, node.name));
        to.add(isOne ? node.name : where + QLatin1Char('/') + node.name, where);
    }
}

/// Behind "NODE:", or the numbers there so far: "pod-v4:0-3,". Names of a project may have a colon.
void addWorkers(Candidates &to, const QString &typed, const QString &databaseFile)
{
    const int name = int(typed.lastIndexOf(QLatin1Char('/'))) + 1;
    const int colon = int(typed.indexOf(QLatin1Char(':'), name));
    const QString before = typed.left(name);
    const int last = std::max(
        {colon, int(typed.lastIndexOf(QLatin1Char(','))),
         int(typed.lastIndexOf(QLatin1Char('-')))});
    // A dash is the middle of a range: "3-" goes on with 4.
    const bool isRange = last > colon && typed[last] == QLatin1Char('-');
    const QString first = typed.left(last).section(QRegularExpression(QStringLiteral("[:,]")), -1);
    auto nodes = store::readStoredWorkers(databaseFile, typed.mid(name, colon - name));
    nodes.erase(
        std::remove_if(
            nodes.begin(), nodes.end(),
            [&before](const StoredNode &node) { return !whereOf(node).startsWith(before); }),
        nodes.end());
    if (nodes.size() != 1) {
        return; // one name of two nodes is no target
    }
    const StoredNode &node = nodes.front();
    for (int worker = isRange ? first.toInt() + 1 : 0; worker < node.workers; ++worker) {
        to.add(typed.left(last + 1) + QString::number(worker), node.zone);
    }
    if (last == colon) {
        to.add(typed.left(colon + 1) + QStringLiteral("all"), node.zone);
    }
}

void addDisks(Candidates &to, const std::vector<store::StoredDisk> &disks)
{
    for (const store::StoredDisk &disk : disks) {
        to.add(
            disk.name, QStringLiteral("%1/%2, of %3")
                           .arg(disk.project, disk.zone, disk.nodes.join(QStringLiteral(", "))));
    }
}

void addRuns(Candidates &to, const QString &stateDir)
{
    for (const run::DetachedRecord &record :
         run::loadDetachedRecords(stateDir + QStringLiteral("/detached"))) {
        to.add(record.id, QString::fromUtf8(record.command.left(60)));
    }
    for (const run::OrphanedRun &orphan : run::orphanedRuns(run::journalFolder(stateDir))) {
        to.add(
            orphan.id, orphan.isUnknown ? QStringLiteral("nothing is known of it any more")
                                        : QString::fromUtf8(orphan.command.left(60)));
    }
}

void addRecipes(Candidates &to, const Paths &paths)
{
    const auto settings = store::loadSettings(paths);
    const auto folders =
        app::recipeFolders(paths, settings ? settings->recipeFolders : QStringList());
    for (const recipe::StoredRecipe &each : recipe::listRecipes(folders).recipes) {
        to.add(each.recipe.name, each.recipe.purpose);
    }
}

void addRequests(Candidates &to, const QString &file)
{
    const auto bytes = readFile(file);
    const auto requests = bytes ? lifecycle::requestsFromJson(*bytes) : failure(bytes.error());
    for (const lifecycle::NodeRequest &request : requests.value_or(lifecycle::NodeRequests())) {
        to.add(request.id, request.spec.name);
    }
}

void addGrants(Candidates &to, const QString &file)
{
    const auto bytes = readFile(file);
    const auto grants = bytes ? lifecycle::grantsFromJson(*bytes) : failure(bytes.error());
    for (const lifecycle::TpuGrant &grant : grants.value_or(lifecycle::TpuGrants())) {
        to.add(grant.name(), QStringLiteral("until ") + grant.until.toString(Qt::ISODate));
    }
}

void addSecrets(Candidates &to, const QString &file)
{
    const auto bytes = readFile(file);
    const auto book = bytes ? secret::bookFromJson(*bytes) : failure(bytes.error());
    for (const secret::SecretName &name : book.value_or(secret::SecretBook()).names()) {
        to.add(name.text());
    }
}

const char *shellWord(WordKind kind)
{
    switch (kind) {
    case WordKind::File:
    case WordKind::FileOrTarget:
        return ":file\n";
    case WordKind::Variable:
        return ":variable\n";
    case WordKind::Command:
        return ":command\n";
    default:
        return "";
    }
}

} // namespace

std::vector<Candidate> liveWords(WordKind kind, const QString &typed, const Paths &paths)
{
    Candidates candidates(typed);
    const QString database = paths.databaseFile();
    switch (kind) {
    case WordKind::Target:
    case WordKind::FileOrTarget:
        if (typed.mid(typed.lastIndexOf(QLatin1Char('/')) + 1).contains(QLatin1Char(':'))) {
            addWorkers(candidates, typed, database);
            break;
        }
        candidates.add(QStringLiteral("@all"), QStringLiteral("all nodes"));
        [[fallthrough]];
    case WordKind::Node:
        addNodes(
            candidates, store::readStoredNodes(database, typed), typed.contains(QLatin1Char('/')));
        break;
    case WordKind::Project:
        for (const QString &project : store::readStoredProjects(database)) {
            candidates.add(project);
        }
        break;
    case WordKind::Zone:
        for (const QString &zone : store::readStoredZones(database)) {
            candidates.add(zone);
        }
        break;
    case WordKind::Disk:
        addDisks(candidates, store::readStoredDisks(database));
        break;
    case WordKind::Person:
        for (const QString &login : store::readStoredPeople(database)) {
            candidates.add(login);
        }
        break;
    case WordKind::Recipe:
        addRecipes(candidates, paths);
        break;
    case WordKind::Grant:
        addGrants(candidates, paths.grantsFile());
        break;
    case WordKind::Secret:
        addSecrets(candidates, paths.dataDir + QStringLiteral("/secrets.json"));
        break;
    case WordKind::Run:
        addRuns(candidates, paths.stateDir);
        break;
    case WordKind::Request:
        addRequests(candidates, paths.requestsFile());
        break;
    default:
        break;
    }
    return candidates.all();
}

std::string
completionLines(const CLI::App &program, const std::vector<std::string> &words, const Paths &paths)
{
    if (words.empty()) {
        return {};
    }
    const Completion completion =
        completionOf(program, {words.begin(), words.end() - 1}, words.back());
    std::string lines = shellWord(completion.live);
    const auto add = [&lines](const std::string &word, const std::string &about) {
        lines += word + (about.empty() ? "" : '\t' + about) + '\n';
    };
    for (const Candidate &each : completion.words) {
        add(each.word, each.about);
    }
    for (const Candidate &each :
         liveWords(completion.live, QString::fromStdString(completion.typed), paths)) {
        add(completion.before + each.word, each.about);
    }
    return lines;
}

} // namespace podium::ctl
