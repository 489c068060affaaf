// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/targetwords.h"

#include <QMap>
#include <QRegularExpression>

#include <algorithm>

namespace podium::models {

namespace {

QString countText(const char *text, int count)
{
    return TargetWordModel::tr(text, nullptr, count);
}

QString workersText(int count)
{
    return count == 1
               ? TargetWordModel::tr("1 worker")
               : countText(
                     QT_TRANSLATE_NOOP("podium::models::TargetWordModel", "%n workers"), count);
}

/// How many nodes and workers a word would name.
struct Share
{
    int nodes = 0;
    int workers = 0;
    void add(const cloud::Node &node)
    {
        ++nodes;
        workers += int(node.workers.size());
    }
    QString note() const
    {
        const QString nodesText =
            nodes == 1
                ? TargetWordModel::tr("1 node")
                : countText(
                      QT_TRANSLATE_NOOP("podium::models::TargetWordModel", "%n nodes"), nodes);
        return nodesText + QStringLiteral(" · ") + workersText(workers);
    }
};

/// The shortest text that names only this node.
QString uniqueName(const inventory::Snapshot &snapshot, const NodeRef &ref)
{
    bool sharesName = false;
    bool sharesProject = false;
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        const NodeRef &other = entry.node.ref;
        if (other.name == ref.name && !(other == ref)) {
            sharesName = true;
            sharesProject = sharesProject || other.project == ref.project;
        }
    }
    if (!sharesName) {
        return ref.name.text();
    }
    return sharesProject ? ref.text() : ref.project.text() + QLatin1Char('/') + ref.name.text();
}

/// What stands before the last '-' or the digits at the end: nodes named in a row share it.
QString stemOf(const QString &name)
{
    static const QRegularExpression tail(QStringLiteral("[-_.]?[0-9]+[a-z]?$|[-_.][^-_.]+$"));
    const QRegularExpressionMatch match = tail.match(name);
    return match.hasMatch() ? name.left(match.capturedStart()) : QString();
}

void appendNodes(
    const inventory::Snapshot &snapshot, bool reachable, std::vector<TargetWord> &words)
{
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        const cloud::Node &node = entry.node;
        if (cloud::mayBeReached(node.state) != reachable || !isPlainName(node.ref.name.text())) {
            continue;
        }
        const QStringList parts{
            node.acceleratorType, node.stateText, workersText(int(node.workers.size()))};
        words.push_back(
            {uniqueName(snapshot, node.ref), parts.join(QStringLiteral(" · ")).trimmed()});
    }
}

} // namespace

std::vector<TargetWord> targetWords(const inventory::Snapshot &snapshot)
{
    Share all;
    QMap<QString, Share> globs;
    QMap<QString, Share> types;
    QMap<QString, Share> labels;
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        const cloud::Node &node = entry.node;
        all.add(node);
        if (isPlainName(node.acceleratorType)) {
            types[QLatin1String("@type=") + node.acceleratorType].add(node);
        }
        if (const QString stem = stemOf(node.ref.name.text()); isPlainName(stem)) {
            globs[stem + QLatin1Char('*')].add(node);
        }
        for (auto label = node.labels.begin(); label != node.labels.end(); ++label) {
            if (isPlainName(label.key()) && isPlainName(label.value())) {
                labels[QLatin1Char('@') + label.key() + QLatin1Char('=') + label.value()].add(node);
            }
        }
    }
    std::vector<TargetWord> words;
    if (all.nodes > 0) {
        words.push_back({QStringLiteral("@all"), all.note()});
    }
    appendNodes(snapshot, true, words);
    for (auto glob = globs.begin(); glob != globs.end(); ++glob) {
        if (glob->nodes > 1) {
            words.push_back({glob.key(), glob->note()});
        }
    }
    for (const QMap<QString, Share> *shares : {&types, &labels}) {
        for (auto share = shares->begin(); share != shares->end(); ++share) {
            words.push_back({share.key(), share->note()});
        }
    }
    appendNodes(snapshot, false, words);
    return words;
}

QStringList splitTargets(const QString &text)
{
    // A comma between digits after a colon belongs to the worker numbers of one word.
    static const QRegularExpression separator(
        QStringLiteral("[\\s;]+|,(?!\\d)|(?<!\\d),|(?<=\\s),"));
    QStringList words;
    for (const QString &piece : text.split(separator, Qt::SkipEmptyParts)) {
        if (piece.contains(QLatin1Char(':'))) {
            words += piece;
        } else {
            words += piece.split(QLatin1Char(','), Qt::SkipEmptyParts);
        }
    }
    return words;
}

void TargetWordModel::setWords(std::vector<TargetWord> words)
{
    if (words == m_words) {
        return; // a refresh that changed nothing must not close the list a person looks at
    }
    beginResetModel();
    m_words = std::move(words);
    endResetModel();
}

int TargetWordModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_words.size());
}

QVariant TargetWordModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const TargetWord &word = m_words.at(std::size_t(index.row()));
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return word.word;
    case Qt::AccessibleTextRole:
        return QString(word.word + QLatin1String(", ") + word.note);
    case NoteRole:
        return word.note;
    default:
        return {};
    }
}

} // namespace podium::models
