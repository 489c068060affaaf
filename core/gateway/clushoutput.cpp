// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/clushoutput.h"

#include "core/gateway/gatewayplan.h"
#include "core/ssh/plaintext.h"

namespace podium::gateway {

namespace {

/// scp only repeats that there was something; ssh has said what.
bool isRepetition(const QByteArray &text)
{
    return text.startsWith("scp:") || text.startsWith("lost connection") ||
           text.trimmed().isEmpty();
}

} // namespace

void ClushOutput::read(const QByteArray &line)
{
    const int colon = line.indexOf(": ");
    if (colon < 0) {
        return;
    }
    const QByteArray who = line.left(colon);
    const QByteArray text = line.mid(colon + 2);
    if (who == "clush") {
        readOwn(text);
        return;
    }
    const auto workers = workersNamed(who);
    for (const std::size_t worker : workers.value_or(std::vector<std::size_t>())) {
        QString &words = m_words[worker];
        if (words.isEmpty() || !isRepetition(text)) {
            words = ssh::plainText(text);
        }
    }
}

void ClushOutput::readOwn(const QByteArray &text)
{
    if (text.startsWith("ended ")) {
        return;
    }
    const int colon = text.indexOf(": ");
    QByteArray who = colon < 0 ? QByteArray() : text.left(colon);
    if (const int count = who.indexOf(" ("); count > 0) {
        who.truncate(count); // "w[0-2] (3)"
    }
    const auto workers = who.isEmpty() ? std::nullopt : workersNamed(who);
    if (!workers) {
        m_complaint = ssh::plainText(text);
        return;
    }
    for (const std::size_t worker : *workers) {
        m_failures.insert(worker, ssh::plainText(text.mid(colon + 2)));
    }
}

std::optional<QString> ClushOutput::failureOf(std::size_t worker) const
{
    const auto found = m_failures.constFind(worker);
    if (found == m_failures.constEnd()) {
        return std::nullopt;
    }
    const QString words = m_words.value(worker);
    return words.isEmpty() ? *found : words;
}

} // namespace podium::gateway
