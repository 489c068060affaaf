// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/targets.h"

#include "core/inventory/targetword.h"

#include <QSet>

#include <algorithm>
#include <numeric>

namespace podium::inventory {

namespace {

constexpr int NearNames = 5;

/// Levenshtein's distance.
int distance(const QString &a, const QString &b)
{
    std::vector<int> row(std::size_t(b.size()) + 1);
    std::iota(row.begin(), row.end(), 0);
    for (int i = 0; i < a.size(); ++i) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < b.size(); ++j) {
            const auto at = std::size_t(j);
            const int change = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[at + 1];
            row[at + 1] = std::min({change, row[at] + 1, row[at + 1] + 1});
        }
    }
    return row.back();
}

QStringList nearNames(const Snapshot &snapshot, const QString &wanted)
{
    std::vector<std::pair<int, QString>> found;
    QSet<QString> seen;
    for (const NodeEntry &entry : snapshot.nodes) {
        const QString name = entry.node.ref.name.text();
        const int far = distance(wanted.left(64).toLower(), name.left(64).toLower());
        const int near = std::max(1, wanted.size() / 3);
        if (!seen.contains(name) && (far <= near || name.contains(wanted))) {
            seen.insert(name);
            found.emplace_back(far, name);
        }
    }
    std::sort(found.begin(), found.end());
    QStringList names;
    for (const auto &[far, name] : found) {
        if (names.size() < NearNames) {
            names << name;
        }
    }
    return names;
}

Error namesNothing(const Snapshot &snapshot, const TargetWord &word)
{
    Error error{
        ErrorKind::NotFound,
        QStringLiteral("No node matches \"%1\".").arg(word.text),
        {},
        {},
        word.text};
    if (snapshot.nodes.empty()) {
        error.detail = QStringLiteral("No nodes are known at all.");
        return error;
    }
    if (!word.project.isEmpty() && !word.text.contains(QLatin1Char('/'))) {
        error.detail = QStringLiteral("Only nodes of %1 are meant.").arg(word.project);
    }
    const QStringList near =
        word.kind == TargetWord::Kind::Name ? nearNames(snapshot, word.name) : QStringList();
    error.hint = near.isEmpty()
                     ? QStringLiteral("See the list of nodes for their names.")
                     : QStringLiteral("Did you mean %1?").arg(near.join(QStringLiteral(", ")));
    return error;
}

Error noSuchWorker(const TargetWord &word, const cloud::Node &node)
{
    const int count = workerCount(node);
    return {
        ErrorKind::NotFound,
        QStringLiteral("\"%1\" names a worker that is not there.").arg(word.text),
        count == 1 ? QStringLiteral("%1 has one worker, number 0.").arg(node.ref.text())
                   : QStringLiteral("%1 has %2 workers, 0 to %3.")
                         .arg(node.ref.text())
                         .arg(count)
                         .arg(count - 1),
        {},
        word.text};
}

/// A name says which node is meant, not how many there are of it.
Error namesSeveral(const TargetWord &word, const QStringList &names)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("\"%1\" names %2 nodes.").arg(word.text).arg(names.size()),
        names.join(QStringLiteral(", ")) + QLatin1Char('.'),
        QStringLiteral("Write the full name of the one that is meant, or of each."), word.text};
}

/// All workers that one word names, without regard to its minus.
Result<std::vector<WorkerRef>> lookUp(const Snapshot &snapshot, const TargetWord &word)
{
    std::vector<WorkerRef> found;
    const cloud::Node *matched = nullptr;
    if (const QStringList names = nodesOfPlainName(snapshot, word); names.size() > 1) {
        return failure(namesSeveral(word, names));
    }
    for (const NodeEntry &entry : snapshot.nodes) {
        if (!word.matches(entry.node)) {
            continue;
        }
        matched = &entry.node;
        const int count = workerCount(entry.node);
        const bool tooHigh = std::any_of(
            word.workers.begin(), word.workers.end(),
            [count](const WorkerRange &range) { return range.last >= count; });
        // A glob picks what is there; who names one node means every worker that they wrote.
        if (tooHigh && word.kind == TargetWord::Kind::Name && !word.isGlob) {
            return failure(noSuchWorker(word, entry.node));
        }
        for (int index = 0; index < count; ++index) {
            if (word.hasWorker(index)) {
                found.push_back({entry.node.ref, index});
            }
        }
    }
    if (!matched) {
        return failure(namesNothing(snapshot, word));
    }
    if (found.empty()) {
        return failure(noSuchWorker(word, *matched));
    }
    return found;
}

void takeAway(std::vector<WorkerRef> &from, const std::vector<WorkerRef> &what)
{
    QSet<WorkerRef> gone;
    for (const WorkerRef &ref : what) {
        gone.insert(ref);
    }
    std::erase_if(from, [&gone](const WorkerRef &ref) { return gone.contains(ref); });
}

void append(std::vector<WorkerRef> &to, const std::vector<WorkerRef> &what)
{
    QSet<WorkerRef> there;
    for (const WorkerRef &ref : to) {
        there.insert(ref);
    }
    std::copy_if(what.begin(), what.end(), std::back_inserter(to), [&there](const WorkerRef &ref) {
        return !there.contains(ref);
    });
}

/// As it is meant beside a project for the words that name none.
Result<TargetWord> wordWithin(const QString &project, const QString &text)
{
    auto word = TargetWord::parse(text);
    if (word && word->project.isEmpty()) {
        word->project = project;
    }
    return word;
}

/// Whether it may mean more nodes than are known.
bool isOpenWord(const Snapshot &snapshot, const TargetWord &word)
{
    return !word.minus && nodesOfPlainName(snapshot, word).isEmpty();
}

/// Where the API is off no node can be meant: that is an answer.
bool isAbout(const TargetWord &word, const ScopeProblem &problem)
{
    return problem.error.kind != ErrorKind::ApiDisabled &&
           (word.project.isEmpty() || word.project == problem.project.text()) &&
           (word.zone.isEmpty() || !problem.zone || word.zone == problem.zone->text());
}

} // namespace

int workerCount(const cloud::Node &node)
{
    return std::max<int>(1, int(node.workers.size()));
}

QStringList nodesOfPlainName(const Snapshot &snapshot, const TargetWord &word)
{
    QStringList names;
    if (word.kind != TargetWord::Kind::Name || word.isGlob || word.minus) {
        return names;
    }
    for (const NodeEntry &entry : snapshot.nodes) {
        if (word.matches(entry.node)) {
            names << entry.node.ref.text();
        }
    }
    return names;
}

QStringList projectsOfTargets(const QStringList &words, const QString &project)
{
    QStringList projects;
    for (const QString &text : words) {
        const auto word = wordWithin(project, text);
        if (word && word->minus) {
            continue; // takes away from what the others name
        }
        if (!word || !ProjectId::parse(word->project)) {
            return {};
        }
        projects << word->project;
    }
    projects.removeDuplicates();
    return projects;
}

Snapshot
problemsOfTargets(const Snapshot &snapshot, const QStringList &words, const QString &project)
{
    Snapshot problems;
    std::vector<TargetWord> open;
    for (const QString &text : words) {
        const auto word = wordWithin(project, text);
        if (!word || !isOpenWord(snapshot, *word)) {
            continue;
        }
        problems.error = snapshot.error;
        if (word->project.isEmpty()) {
            problems.projectsError = snapshot.projectsError;
        }
        open.push_back(*word);
    }
    for (const ScopeProblem &problem : snapshot.problems) {
        if (std::any_of(open.begin(), open.end(), [&problem](const TargetWord &word) {
                return isAbout(word, problem);
            })) {
            problems.problems.push_back(problem);
        }
    }
    return problems;
}

Result<std::vector<WorkerRef>>
resolveTargets(const Snapshot &snapshot, const QStringList &words, const QString &project)
{
    std::vector<WorkerRef> resolved;
    for (const QString &text : words) {
        const auto word = wordWithin(project, text);
        if (!word) {
            return failure(word.error());
        }
        const auto found = lookUp(snapshot, *word);
        if (!found) {
            return failure(found.error());
        }
        if (word->minus) {
            takeAway(resolved, *found);
        } else {
            append(resolved, *found);
        }
    }
    if (resolved.empty()) {
        return failure(
            {ErrorKind::InvalidArgument,
             words.isEmpty() ? QStringLiteral("No target is given.")
                             : QStringLiteral("The targets leave no worker."),
             {},
             QStringLiteral("A word with a minus takes away from what stands before it: begin with "
                            "a node's name or @all."),
             words.join(QLatin1Char(' '))});
    }
    return resolved;
}

Result<std::vector<NodeRef>>
resolveNodes(const Snapshot &snapshot, const QStringList &words, const QString &project)
{
    for (const QString &text : words) {
        const auto word = TargetWord::parse(text);
        if (word && !word->workers.empty()) {
            return failure(
                {ErrorKind::InvalidArgument,
                 QStringLiteral("\"%1\" names single workers.").arg(text),
                 QStringLiteral("A node can only be changed as a whole."),
                 {},
                 text});
        }
    }
    const auto workers = resolveTargets(snapshot, words, project);
    if (!workers) {
        return failure(workers.error());
    }
    std::vector<NodeRef> nodes;
    for (const WorkerRef &worker : *workers) {
        if (nodes.empty() || nodes.back() != worker.node) {
            nodes.push_back(worker.node); // a node's workers follow one another
        }
    }
    return nodes;
}

QStringList plainTargets(const Snapshot &snapshot)
{
    QStringList targets{QStringLiteral("@all")};
    for (const NodeEntry &entry : snapshot.nodes) {
        if (isPlainName(entry.node.ref.name.text())) {
            targets << entry.node.ref.name.text();
        }
    }
    return targets;
}

} // namespace podium::inventory
