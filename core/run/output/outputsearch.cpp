// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputsearch.h"

#include <algorithm>

namespace podium::run {

Result<OutputSearch> OutputSearch::compile(const OutputPattern &pattern)
{
    OutputSearch search;
    search.m_pattern = pattern;
    if (pattern.isRegularExpression) {
        QRegularExpression::PatternOptions options = QRegularExpression::UseUnicodePropertiesOption;
        options.setFlag(QRegularExpression::CaseInsensitiveOption, !pattern.matchCase);
        search.m_expression = QRegularExpression(pattern.text, options);
        if (!search.m_expression.isValid()) {
            return failure(
                {ErrorKind::InvalidArgument,
                 QStringLiteral("This is not a regular expression."),
                 QStringLiteral("At character %1: %2.")
                     .arg(
                         QString::number(search.m_expression.patternErrorOffset() + 1),
                         search.m_expression.errorString()),
                 {},
                 pattern.text});
        }
        search.m_expression.optimize();
    }
    return search;
}

std::vector<OutputHit> OutputSearch::find(const QString &text, int line) const
{
    std::vector<OutputHit> hits;
    if (m_pattern.text.isEmpty()) {
        return hits;
    }
    if (m_pattern.isRegularExpression) {
        QRegularExpressionMatchIterator matches = m_expression.globalMatch(text);
        while (matches.hasNext()) {
            const QRegularExpressionMatch match = matches.next();
            if (match.capturedLength() > 0) {
                hits.push_back({line, match.capturedStart(), match.capturedLength()});
            }
        }
        return hits;
    }
    const Qt::CaseSensitivity sensitivity =
        m_pattern.matchCase ? Qt::CaseSensitive : Qt::CaseInsensitive;
    const int length = m_pattern.text.size();
    for (int at = text.indexOf(m_pattern.text, 0, sensitivity); at >= 0;
         at = text.indexOf(m_pattern.text, at + length, sensitivity)) {
        hits.push_back({line, at, length});
    }
    return hits;
}

OutputHits
OutputSearch::find(const OutputStore &store, int slot, int begin, int end, int hitLimit) const
{
    OutputHits found;
    const int lines = store.lineCount(slot);
    end = end < 0 ? lines : std::min(end, lines);
    for (int line = begin; line < end; ++line) {
        const std::vector<OutputHit> hits = find(store.line(slot, line).text, line);
        found.count += qint64(hits.size());
        const auto room = std::size_t(std::max(0, hitLimit - int(found.hits.size())));
        found.hits.insert(
            found.hits.end(), hits.begin(),
            hits.begin() + std::ptrdiff_t(std::min(room, hits.size())));
    }
    found.searchedLines = std::max(begin, end);
    return found;
}

} // namespace podium::run
