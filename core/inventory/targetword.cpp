// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/targetword.h"

#include <QStringList>

#include <algorithm>

namespace podium::inventory {

namespace {

tl::unexpected<Error> malformed(const QString &word, const QString &why)
{
    return failure(
        {ErrorKind::InvalidArgument,
         QStringLiteral("\"%1\" is not a target: %2.").arg(word, why),
         {},
         QStringLiteral("Write [PROJECT/[ZONE/]]NODE[:WORKERS], @all, @LABEL=VALUE, @type=TYPE, or "
                        "one of these after a minus sign."),
         word});
}

std::optional<int> number(const QString &text)
{
    static const QRegularExpression digits(QStringLiteral(R"(\A[0-9]{1,6}\z)"));
    return digits.match(text).hasMatch() ? std::optional<int>(text.toInt()) : std::nullopt;
}

std::optional<std::vector<WorkerRange>> parseWorkers(const QString &text)
{
    std::vector<WorkerRange> ranges;
    if (text == QLatin1String("all")) {
        return ranges;
    }
    for (const QString &part : text.split(QLatin1Char(','))) {
        const QStringList ends = part.split(QLatin1Char('-'));
        const auto first = number(ends.first());
        const auto last = number(ends.last());
        if (ends.size() > 2 || !first || !last || *first > *last) {
            return std::nullopt;
        }
        ranges.push_back({*first, *last});
    }
    return ranges;
}

Result<> parseSelector(const QString &body, TargetWord &word)
{
    if (body == QLatin1String("@all")) {
        word.kind = TargetWord::Kind::All;
        return {};
    }
    const int equals = body.indexOf(QLatin1Char('='));
    word.key = body.mid(1, equals - 1);
    word.value = body.mid(equals + 1);
    if (equals < 2) {
        return malformed(word.text, QStringLiteral("after @ comes all, type=TYPE or LABEL=VALUE"));
    }
    word.kind =
        word.key == QLatin1String("type") ? TargetWord::Kind::Type : TargetWord::Kind::Label;
    return {};
}

Result<> parseName(const QString &body, TargetWord &word)
{
    const QStringList parts = body.split(QLatin1Char('/'));
    if (parts.size() > 3 || parts.contains(QString())) {
        return malformed(word.text, QStringLiteral("a name has at most PROJECT/ZONE/NODE in it"));
    }
    word.kind = TargetWord::Kind::Name;
    word.name = parts.last();
    word.project = parts.size() > 1 ? parts.first() : QString();
    word.zone = parts.size() > 2 ? parts[1] : QString();
    static const QRegularExpression globCharacter(QStringLiteral(R"([*?\[])"));
    word.isGlob = word.name.contains(globCharacter);
    word.pattern = QRegularExpression(QRegularExpression::wildcardToRegularExpression(word.name));
    if (!word.pattern.isValid()) {
        return malformed(word.text, QStringLiteral("a bracket in it is not closed"));
    }
    return {};
}

} // namespace

Result<TargetWord> TargetWord::parse(const QString &text)
{
    TargetWord word;
    word.text = text;
    word.minus = text.startsWith(QLatin1Char('-'));
    QString body = word.minus ? text.mid(1) : text;
    if (const int colon = body.lastIndexOf(QLatin1Char(':'));
        colon > body.lastIndexOf(QLatin1Char('/'))) {
        const auto workers = parseWorkers(body.mid(colon + 1));
        if (!workers) {
            return malformed(
                text, QStringLiteral("after the colon come workers, such as 0, 0-3, 0-3,7 or all"));
        }
        word.workers = *workers;
        body.truncate(colon);
    }
    if (body.isEmpty() || body.startsWith(QLatin1Char('-'))) {
        return malformed(text, QStringLiteral("it names nothing"));
    }
    const auto parsed =
        body.startsWith(QLatin1Char('@')) ? parseSelector(body, word) : parseName(body, word);
    if (!parsed) {
        return failure(parsed.error());
    }
    return word;
}

bool TargetWord::matches(const cloud::Node &node) const
{
    if (!project.isEmpty() && project != node.ref.project.text()) {
        return false;
    }
    switch (kind) {
    case Kind::All:
        return true;
    case Kind::Label:
        return node.labels.contains(key) && node.labels.value(key) == value;
    case Kind::Type:
        return node.acceleratorType == value;
    case Kind::Name:
        break;
    }
    return (zone.isEmpty() || zone == node.ref.zone.text()) &&
           (isGlob ? pattern.match(node.ref.name.text()).hasMatch() : name == node.ref.name.text());
}

bool TargetWord::hasWorker(int index) const
{
    return workers.empty() ||
           std::any_of(workers.begin(), workers.end(), [index](const WorkerRange &range) {
               return range.first <= index && index <= range.last;
           });
}

QString escapeGlob(const QString &name)
{
    QString escaped;
    for (const QChar c : name) {
        // A comma separates words in descriptions.
        if (c == QLatin1Char('*') || c == QLatin1Char('?') || c == QLatin1Char('[') ||
            c == QLatin1Char(',')) {
            escaped += QLatin1Char('[') % c % QLatin1Char(']');
        } else {
            escaped += c;
        }
    }
    return escaped;
}

} // namespace podium::inventory
