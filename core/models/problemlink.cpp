// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/problemlink.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace podium::models {

namespace {

struct LinkWords
{
    Q_DECLARE_TR_FUNCTIONS(Problems)
};

QString consoleLinkIn(const QString &text)
{
    static const QRegularExpression link(
        QStringLiteral(R"(https://console\.(?:developers|cloud)\.google\.com/[^\s()]*[^\s().,])"));
    return link.match(text).captured();
}

QString linkText(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::ApiDisabled:
        return LinkWords::tr("Enable the API");
    case ErrorKind::QuotaExceeded:
        return LinkWords::tr("See the quotas");
    default:
        return LinkWords::tr("Open in the console");
    }
}

} // namespace

ProblemLink problemLink(const Error &error)
{
    const QString url = consoleLinkIn(error.hint.isEmpty() ? error.detail : error.hint);
    return url.isEmpty() ? ProblemLink() : ProblemLink{linkText(error.kind), url};
}

ProblemLink problemLink(const inventory::ScopeProblem &problem)
{
    const ProblemLink link = problemLink(problem.error);
    if (!link.url.isEmpty() || problem.error.kind != ErrorKind::PermissionDenied) {
        return link;
    }
    return {
        LinkWords::tr("See who can give access"),
        QStringLiteral("https://console.cloud.google.com/iam-admin/iam?project=%1")
            .arg(problem.project.text())};
}

QString windowHint(const Error &error)
{
    static const QRegularExpression command(QStringLiteral(R"( \(or: gcloud [^)]*\))"));
    if (error.kind == ErrorKind::Credentials && error.hint.contains(QLatin1String("gcloud "))) {
        return LinkWords::tr("Sign in again: Settings, Account.");
    }
    return QString(error.hint).remove(command);
}

QString windowText(const Error &error)
{
    Error shown = error;
    shown.hint = windowHint(error);
    return shown.text();
}

} // namespace podium::models
