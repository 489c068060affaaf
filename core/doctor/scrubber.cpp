// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/scrubber.h"

#include "core/base/log.h"

#include <QRegularExpression>

#include <algorithm>

namespace podium::doctor {

namespace {

constexpr int LeastSecretLength = 6; // a shorter value would take words out everywhere

QString redacted()
{
    return QStringLiteral("[redacted]");
}

bool isSecretName(const QString &variable)
{
    static const QRegularExpression names(QStringLiteral(
        "TOKEN|SECRET|PASS|PWD$|APIKEY|(^|_)KEY($|_)|CREDENTIAL|(^|_)AUTH($|_)|COOKIE"));
    // Those that hold the path of a file or socket, which is worth knowing.
    static const QRegularExpression places(QStringLiteral("^(PWD|OLDPWD|SSH_AUTH_SOCK)$|_FILE$"));
    const QString name = variable.toUpper();
    return names.match(name).hasMatch() && !places.match(name).hasMatch();
}

/// What begins in a private key, because the text before it was cut off.
void removeKeyRemains(QString &text)
{
    static const QRegularExpression remains(
        QStringLiteral("\\A[\\s\\S]*-----END [A-Z ]*PRIVATE KEY-----"));
    text.replace(remains, redacted());
}

void replaceNamedValues(QString &text)
{
    static const QRegularExpression named(
        QStringLiteral(
            R"re(\b([\w.-]*(?:pass(?:word|phrase|wd)?|secret|token|api[_-]?key|cookie|authorization))re"
            R"re(|[\w.-]*[_-]key)(["']?\s*(?:[=:]|\bis\b)\s*|\s+(?=["']))("[^"\n]*"|'[^'\n]*'|[^\n]+))re"),
        QRegularExpression::CaseInsensitiveOption);
    text.replace(named, QStringLiteral("\\1\\2") + redacted());
}

/// Tokens and keys of any kind are long, without blanks, and have letters and digits: without
/// hyphens, or with capitals among them, or as a UUID. So no path, host or project looks.
void replaceRandomWords(QString &text)
{
    static const QRegularExpression words(QStringLiteral(
        R"re((?<![\w/~.+=-])(?:(?=[A-Za-z_]*[0-9])(?=[0-9_]*[A-Za-z])\w{20,}(?![\w-]))re"
        R"re(|(?=[^A-Z\s]*[A-Z])(?=[^a-z\s]*[a-z])(?=[^0-9\s]*[0-9])[A-Za-z0-9_+=-][A-Za-z0-9+/_=-]{19,})re"
        R"re(|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}))re"));
    text.replace(words, redacted());
}

void replaceAddresses(QString &text)
{
    static const QRegularExpression emails(
        QStringLiteral(R"([A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)"));
    static const QRegularExpression ipv4(
        QStringLiteral(R"((?<![\d.])(?!127\.|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}(?![\d.]))"));
    static const QRegularExpression ipv6(QStringLiteral(
        R"((?<![\w:])(?:[0-9A-Fa-f]{1,4}:){4,7}[0-9A-Fa-f]{1,4}(?![\w:])|(?<![\w:])(?:[0-9A-Fa-f]{1,4}:){1,6}:(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?(?![\w:]))"));
    text.replace(emails, QStringLiteral("[email]"));
    text.replace(ipv4, QStringLiteral("[address]"));
    text.replace(ipv6, QStringLiteral("[address]"));
}

} // namespace

Scrubber::Scrubber(const QProcessEnvironment &environment, QString home) : m_home(std::move(home))
{
    for (const QString &name : environment.keys()) {
        const QString value = environment.value(name);
        if (isSecretName(name) && value.size() >= LeastSecretLength) {
            m_secrets << value;
        }
    }
    std::sort(m_secrets.begin(), m_secrets.end(), [](const QString &a, const QString &b) {
        return a.size() > b.size();
    });
}

QString Scrubber::scrub(const QString &text) const
{
    QString clean = text;
    for (const QString &secret : m_secrets) {
        clean.replace(secret, redacted());
    }
    clean = redact(clean);
    removeKeyRemains(clean);
    replaceNamedValues(clean);
    if (m_home.size() > 1) {
        clean.replace(m_home, QStringLiteral("~"));
    }
    replaceRandomWords(clean);
    replaceAddresses(clean);
    return clean;
}

} // namespace podium::doctor
