// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/credentials/gcloudhelper.h"

#include "core/base/log.h"
#include "core/cloud/values/jsonaccess.h"

#include <spdlog/spdlog.h>

#include <QCoreApplication>

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace podium::cloud {

namespace {

constexpr int MaxOutput = 1024 * 1024;

Error noToken(const QString &detail, const QString &hint)
{
    return {
        ErrorKind::Credentials, QStringLiteral("You are not signed in to gcloud."), detail, hint,
        QStringLiteral("gcloud")};
}

/// What gcloud complains about: its messages as one line.
QString complaint(const QByteArray &messages, int exitCode)
{
    const QString text = redact(QString::fromUtf8(messages.left(600))).simplified();
    return text.isEmpty() ? QStringLiteral("It ended with status %1.").arg(exitCode) : text;
}

bool hasOneOf(const QByteArray &text, std::initializer_list<const char *> words)
{
    return std::any_of(
        words.begin(), words.end(), [&text](const char *each) { return text.contains(each); });
}

/// What it says between "… auth tokens …:" and its advice; none where it complains of other things.
std::optional<QByteArray> refreshFault(const QByteArray &messages)
{
    const int start = messages.indexOf(':', messages.indexOf("auth tokens"));
    const int end = messages.indexOf("Please run:");
    if (!messages.contains("auth tokens") || start < 0 || end < start) {
        return std::nullopt;
    }
    return messages.mid(start + 1, end - start - 1).trimmed();
}

/// None: Google has said that the login is not good. It ends alike whatever the reason is, and
/// advises a login then, too: only the words of its HTTP library, and what it repeats of Google's
/// answer, tell.
std::optional<ErrorKind> passingFault(const QByteArray &messages)
{
    if (hasOneOf(messages, {"ConnectionPool(", "Connection aborted", "Read timed out"})) {
        return ErrorKind::Network;
    }
    const auto fault = refreshFault(messages);
    // With HTTP 5xx: a page, nothing at all, or these words.
    const bool isPassing =
        fault && (fault->isEmpty() ||
                  hasOneOf(
                      *fault, {"<html", "<!DOCTYPE", "'internal_failure'", "'server_error'",
                               "'temporarily_unavailable'", "'rate_limit_exceeded'"}));
    return isPassing ? std::optional(ErrorKind::Unavailable) : std::nullopt;
}

Error noTokenNow(ErrorKind kind, const QString &detail, const QString &hint)
{
    return {
        kind, QStringLiteral("gcloud got no access token."), detail, hint,
        QStringLiteral("gcloud")};
}

/// Of one that ended by itself without a token.
Error failureOf(const QByteArray &messages, int exitCode)
{
    const auto passing = passingFault(messages);
    if (!passing) {
        return noToken(complaint(messages, exitCode), QStringLiteral("Log in: gcloud auth login."));
    }
    const int advice = messages.indexOf("Please run:");
    return noTokenNow(
        *passing, complaint(messages.left(advice), exitCode),
        *passing == ErrorKind::Network ? QStringLiteral("Is this machine online?")
                                       : QStringLiteral("Podium will ask again."));
}

} // namespace

Result<GcloudAnswer> parseConfigHelper(const QByteArray &json)
{
    const auto answer = parseJson(json);
    const Json object = answer.value_or(Json());
    const Json &credential = member(object, "credential");
    const Json &core = member(member(member(object, "configuration"), "properties"), "core");
    GcloudAnswer parsed;
    parsed.token.value = Secret(text(credential, "access_token").toUtf8());
    parsed.token.expiry = time(credential, "token_expiry");
    parsed.account = text(core, "account");
    parsed.project = text(core, "project");
    if (parsed.token.value.isEmpty()) {
        return failure(noToken(
            QStringLiteral("Its answer has none in it."),
            QStringLiteral("Log in: gcloud auth login.")));
    }
    return parsed;
}

GcloudHelper::GcloudHelper(
    QString program, const QProcessEnvironment &environment, std::chrono::milliseconds limit,
    QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_limit(limit)
    , m_process(new QProcess)
{
    QProcessEnvironment powerAndNetwork = environment;
    powerAndNetwork.insert(QStringLiteral("CLOUDSDK_CORE_DISABLE_PROMPTS"), QStringLiteral("1"));
    m_process->setProcessEnvironment(powerAndNetwork);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_timer.setSingleShot(true);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &GcloudHelper::collect);
    connect(m_process, &QProcess::readyReadStandardError, this, &GcloudHelper::collect);
    connect(
        m_process, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), this,
        &GcloudHelper::ended);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            finish(failure(noToken(
                QStringLiteral("%1 cannot be started.").arg(m_program),
                QStringLiteral("Is the Google Cloud CLI installed as it should be?"))));
        }
    });
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_process->kill();
        finish(failure(noTokenNow(
            ErrorKind::Timeout,
            QStringLiteral("It did not answer within %1 seconds.")
                .arg(std::chrono::duration_cast<std::chrono::seconds>(m_limit).count()),
            QStringLiteral("Try gcloud auth print-access-token in a terminal."))));
    });
}

GcloudHelper::~GcloudHelper()
{
    m_process->disconnect(this);
    if (m_process->state() == QProcess::NotRunning) {
        delete m_process;
        return;
    }
    // Killed, but not waited for here: it goes when it has ended.
    m_process->setParent(QCoreApplication::instance());
    connect(
        m_process, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), m_process,
        &QObject::deleteLater);
    m_process->kill();
}

void GcloudHelper::start(bool force)
{
    logger("cloud")->debug("gcloud config config-helper");
    m_timer.start(m_limit);
    m_process->start(
        m_program,
        {QStringLiteral("config"), QStringLiteral("config-helper"), QStringLiteral("--format=json"),
         force ? QStringLiteral("--force-auth-refresh") : QStringLiteral("--min-expiry=10m")});
}

void GcloudHelper::collect()
{
    m_output += m_process->readAllStandardOutput();
    m_messages += m_process->readAllStandardError();
    m_messages.truncate(MaxOutput);
    if (m_output.size() > MaxOutput) {
        m_process->kill();
    }
}

void GcloudHelper::ended(int exitCode, QProcess::ExitStatus status)
{
    collect();
    if (status != QProcess::NormalExit || exitCode != 0) {
        finish(failure(failureOf(m_messages, exitCode)));
        return;
    }
    finish(parseConfigHelper(m_output));
}

void GcloudHelper::finish(const Result<GcloudAnswer> &answer)
{
    if (std::exchange(m_finished, true)) {
        return;
    }
    m_timer.stop();
    m_output.clear();
    emit finished(answer);
}

} // namespace podium::cloud
