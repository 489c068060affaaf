// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantmail.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <utility>

namespace podium::lifecycle {

namespace {

// The parts of a row.
constexpr const char *CountPart = R"((\d{1,3}(?:,\d{3})+|\d+))";
constexpr const char *ClassPart = R"((on-demand|preemptible|spot))";
constexpr const char *SizePart = R"((v\d+[a-z]?|TPU\d+x)(?:-(\d+))?)";
constexpr const char *UnitPart = R"((device\(s\)|devices?|chips?|cores?))";
constexpr const char *ZonePart = R"(([a-z]+-[a-z]+\d+-[a-z])\b)";
constexpr const char *GapPart = R"(\s+)";

QRegularExpression anyCase(std::initializer_list<const char *> parts)
{
    QString pattern;
    for (const char *part : parts) {
        pattern += QLatin1String(part);
    }
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption);
}

const QRegularExpression &mailRow()
{
    static const QRegularExpression form = anyCase(
        {"^", CountPart, GapPart, ClassPart, GapPart, R"(Cloud\s+TPU\s+)", SizePart, GapPart,
         UnitPart, R"(\s+in\s+zone\s+)", ZonePart, "(.*)"});
    return form;
}

const QRegularExpression &typedRow()
{
    static const QRegularExpression form = anyCase(
        {"^", CountPart, GapPart, ClassPart, GapPart, R"((?:Cloud\s+TPU\s+)?)", SizePart, GapPart,
         UnitPart, R"(\s+(?:in\s+(?:zone\s+)?)?)", ZonePart, "(.*)"});
    return form;
}

/// Without the marks that mail programs and Markdown put in, and around it.
QString cleaned(QString line)
{
    static const QRegularExpression invisible(QStringLiteral("[*`\\x{200B}\\x{FEFF}]"));
    static const QRegularExpression hyphens(QStringLiteral("[\\x{2010}\\x{2011}]"));
    static const QRegularExpression marks(QStringLiteral("^[\\s>•#–—-]*(?:\\d+[.)]\\s+)?"));
    line.remove(invisible).replace(hyphens, QStringLiteral("-"));
    return line.remove(marks).simplified();
}

/// What of a row is not in the text.
QString missingIn(const QString &text)
{
    const std::pair<QRegularExpression, const char *> parts[] = {
        {anyCase({"^", CountPart, R"(\b)"}), "count"},
        {anyCase({R"(\b)", ClassPart, R"(\b)"}), "on-demand or spot"},
        {anyCase({R"(\b)", SizePart, R"(\b)"}), "generation"},
        {anyCase({R"(\b)", UnitPart}), "unit (chips, cores or devices)"},
        {anyCase({ZonePart}), "zone"},
    };
    QStringList missing;
    for (const auto &[part, name] : parts) {
        if (!part.match(text).hasMatch()) {
            missing << QString::fromLatin1(name);
        }
    }
    return missing.isEmpty() ? QStringLiteral("a form that Podium knows")
                             : missing.join(QStringLiteral(", "));
}

/// A row of the parts that were found, or why they are none.
tl::expected<TpuGrantRow, QString> rowOf(const QRegularExpressionMatch &match)
{
    static const QRegularExpression more = anyCase({ZonePart, "|TPU"});
    const auto none = [](const char *why) {
        return tl::unexpected<QString>(QString::fromLatin1(why));
    };
    const auto generation = generationFromName(match.captured(3));
    const auto zone = Zone::parse(match.captured(6).toLower());
    if (!generation || !zone) {
        return none("a generation and a zone that Podium knows");
    }
    if (more.match(match.captured(7)).hasMatch()) {
        return none("one zone and one kind of TPU");
    }
    TpuGrantRow row;
    row.spot = match.captured(2).compare(QLatin1String("on-demand"), Qt::CaseInsensitive) != 0;
    row.generation = *generation;
    row.zone = *zone;
    const QString unit = match.captured(5).toLower();
    const bool areDevices = unit.startsWith(QLatin1String("device"));
    const bool hasSize = !match.captured(4).isEmpty();
    if (areDevices != hasSize) {
        return none(areDevices ? "the size of the devices" : "either devices or chips");
    }
    row.unit = unit.startsWith(QLatin1String("chip")) ? TpuUnit::Chips : TpuUnit::Cores;
    qint64 count = match.captured(1).remove(QLatin1Char(',')).toLongLong();
    if (areDevices) {
        const auto type = parseTpuType(
            QString(generationName(*generation) % QLatin1Char('-') % match.captured(4)));
        if (!type || count > std::numeric_limits<int>::max()) {
            return none("devices of a size that there is");
        }
        row.deviceCores = type->chips * coresPerChip(*generation);
        count *= row.deviceCores;
    }
    row.count = int(std::min<qint64>(count, std::numeric_limits<int>::max()));
    TpuGrant alone{
        *ProjectId::parse(QStringLiteral("any-project")),
        QDate(2026, 1, 1),
        QDate(2026, 1, 1),
        {row}};
    return checkGrant(alone) ? tl::expected<TpuGrantRow, QString>(row)
                             : none("a count that can be");
}

bool isAboutTpus(const QString &line)
{
    static const QRegularExpression form = anyCase(
        {R"(\bTPU\s+(?:v|TPU)\d\w*(?:-\d+)?\s+(?:device|chip|core)|)",
         R"(\b(?:on-demand|preemptible|spot)\s+Cloud\s+TPU\s+(?:v|TPU)\d)"});
    return form.match(line).hasMatch();
}

bool namesClass(const QString &line)
{
    static const QRegularExpression form = anyCase({R"(\b)", ClassPart, R"(\b)"});
    return form.match(line).hasMatch();
}

/// A reply quotes the whole mail again: the same row is one row, another count is a contradiction.
void addRow(GrantMail &mail, const TpuGrantRow &row, const QString &line)
{
    const auto same = std::find_if(mail.rows.begin(), mail.rows.end(), [&row](const auto &each) {
        return each.isOfSamePool(row);
    });
    if (same == mail.rows.end()) {
        mail.rows.push_back(row);
    } else if (*same != row) {
        mail.unread.push_back(
            {line, QStringLiteral("one count: another line has %1").arg(same->text())});
    }
}

void addUnread(GrantMail &mail, const QString &line, const QString &missing)
{
    constexpr int longest = 200;
    const GrantMail::Unread unread{line.left(longest), missing};
    if (std::find(mail.unread.begin(), mail.unread.end(), unread) == mail.unread.end()) {
        mail.unread.push_back(unread);
    }
}

void readRows(GrantMail &mail, const QStringList &lines)
{
    for (int i = 0; i < lines.size(); ++i) {
        QString line = lines[i];
        auto match = mailRow().match(line);
        if (!match.hasMatch() && namesClass(line) && i + 1 < lines.size()) {
            // Mail programs break lines; only one that has begun to be a row goes on.
            const QString joined = line + QLatin1Char(' ') + lines[i + 1];
            match = mailRow().match(joined);
            if (match.hasMatch()) {
                line = joined;
                ++i;
            }
        }
        if (match.hasMatch()) {
            const auto row = rowOf(match);
            row ? addRow(mail, *row, line) : addUnread(mail, line, row.error());
        } else if (isAboutTpus(line)) {
            addUnread(mail, line, missingIn(line));
        }
    }
}

/// The one value that all matches have; nothing where they differ.
std::optional<QString> onlyCapture(const QRegularExpression &form, const QString &text)
{
    QSet<QString> found;
    for (auto matches = form.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        found << match.captured(match.lastCapturedIndex());
    }
    return found.size() == 1 ? std::optional<QString>(*found.begin()) : std::nullopt;
}

} // namespace

GrantMail readGrantMail(const QString &text)
{
    static const QRegularExpression daysForm =
        anyCase({R"(free of charge for (\d{1,4}) days)", R"(|free (\d{1,4})[- ]days? trial)"});
    // Its name may be a link: [my-lab](https://…) now has access.
    static const QRegularExpression projectForm(
        QLatin1String(R"(\b(?i:project)\s+(?:(?i:id)\s+)?["'\[(<]*(?!number\b))"
                      R"(([a-z][a-z0-9.:-]{4,61}[a-z0-9])\b)"
                      R"((?:(?!\b(?i:project)\s).){0,300}?(?i:now has access))"));
    QStringList lines;
    for (const QString &line : text.left(LongestGrantMail).split(QLatin1Char('\n'))) {
        lines << cleaned(line);
    }
    GrantMail mail;
    readRows(mail, lines);
    const QString flat = lines.join(QLatin1Char(' ')).simplified();
    if (const auto days = onlyCapture(daysForm, flat); days && days->toInt() > 0) {
        mail.days = days->toInt();
    }
    if (const auto project = onlyCapture(projectForm, flat)) {
        mail.project = ProjectId::parse(*project);
    }
    return mail;
}

tl::expected<TpuGrantRow, QString> readGrantRow(const QString &text)
{
    const QString line = cleaned(text);
    const auto match = typedRow().match(line);
    return match.hasMatch() ? rowOf(match) : tl::unexpected<QString>(missingIn(line));
}

} // namespace podium::lifecycle
