// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/grantstask.h"

#include "app/podiumctl/commandhints.h"
#include "app/podiumctl/lifecycle/grantsjson.h"
#include "app/podiumctl/lifecycle/grantsprint.h"
#include "app/podiumctl/lifecycle/newgrant.h"
#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"
#include "core/base/files.h"
#include "core/lifecycle/grantjson.h"

#include <QFile>

#include <cstdio>
#include <memory>
#include <utility>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

/// Of a file, or "-": of stdin.
Result<QByteArray> readInput(const QString &file)
{
    constexpr qint64 most = 16 * 1024 * 1024;
    if (file != QLatin1String("-")) {
        return readFile(file, most);
    }
    QFile input;
    QByteArray bytes = input.open(stdin, QIODevice::ReadOnly) ? input.read(most + 1) : QByteArray();
    if (bytes.size() > most) {
        return failure({ErrorKind::Refused, QStringLiteral("stdin has too much.")});
    }
    return bytes;
}

Result<GrantMail> mailIn(const QByteArray &bytes)
{
    if (bytes.size() > LongestGrantMail) {
        return failure({ErrorKind::Refused, QStringLiteral("That is too large for a mail.")});
    }
    return readGrantMail(QString::fromUtf8(bytes));
}

Result<GrantMail> readMail(const QString &file)
{
    if (file.isEmpty()) {
        return GrantMail();
    }
    const auto bytes = readInput(file);
    return bytes ? mailIn(*bytes) : failure(bytes.error());
}

} // namespace

ExitCode printGrantsFailure(const Error &error)
{
    return printRosterFailure(error);
}

GrantsTask::GrantsTask(GrantStore &grants, GrantsArguments arguments, QObject *parent)
    : Task(parent)
    , m_grants(grants)
    , m_arguments(std::move(arguments))
{}

void GrantsTask::start()
{
    using What = GrantsArguments::Action;
    switch (m_arguments.action) {
    case What::Add:
        add(readMail(m_arguments.mailFile));
        return;
    case What::Import:
        importFile();
        return;
    case What::Remove:
        remove();
        return;
    default:
        m_grants.load(Callback<Result<TpuGrants>>(this, [this](const Result<TpuGrants> &grants) {
            if (!grants) {
                printError(grants.error());
                emit finished(ExitRefused);
            } else {
                exportFile(*grants);
            }
        }));
    }
}

bool GrantsTask::mayGoOn(const QString &question, const QString &notDone)
{
    const bool mayAsk = m_arguments.mailFile != QLatin1String("-") &&
                        m_arguments.file != QLatin1String("-") && !m_arguments.json;
    if (isWished(question, m_arguments.yes, mayAsk)) {
        return true;
    }
    printError(needsYes(notDone));
    emit finished(ExitRefused);
    return false;
}

void GrantsTask::end(const Error &error)
{
    emit finished(printGrantsFailure(error));
}

void GrantsTask::add(const Result<GrantMail> &mail)
{
    const auto grant = mail ? newGrant(m_arguments, *mail) : failure(mail.error());
    if (mail && !m_arguments.json && grant) {
        printNewGrant(*grant, *mail);
    } else if (mail && !grant) {
        for (const auto &unread : mail->unread) {
            printNote(QStringLiteral("not understood, as it lacks %1: %2")
                          .arg(unread.missing, unread.line));
        }
    }
    if (!grant) {
        end(grant.error());
        return;
    }
    const Json shown{
        {"grant", tpuGrantJson(*grant)}, {"notUnderstood", unreadJson(*mail)}, {"added", true}};
    if (m_arguments.json && !m_arguments.yes) {
        Json preview = shown;
        preview["added"] = false;
        printJson(preview, 2);
    }
    if (!mayGoOn(QStringLiteral("Write it down?"), QStringLiteral("Nothing was saved."))) {
        return;
    }
    m_grants.change(
        [grant = *grant](TpuGrants grants) { return withGrant(std::move(grants), grant); },
        Callback<Result<TpuGrants>>(
            this, [this, shown, name = grant->name()](const Result<TpuGrants> &grants) {
                if (!grants) {
                    end(grants.error());
                    return;
                }
                if (m_arguments.json) {
                    printJson(shown, 2);
                } else {
                    printNote(QStringLiteral("%1 added.").arg(name));
                }
                emit finished(ExitDone);
            }));
}

void GrantsTask::importFile()
{
    const auto bytes = readInput(m_arguments.file);
    if (bytes && !bytes->trimmed().startsWith('{')) { // no export, so that it is the mail
        add(mailIn(*bytes));
        return;
    }
    if (bytes && m_arguments.saysBesideMail()) {
        Error error;
        error.kind = ErrorKind::InvalidArgument;
        error.summary = QStringLiteral("What export wrote says project and days itself.");
        error.hint = QStringLiteral(
            "Leave out --project, --from, --until and --days, which a mail may need.");
        end(error);
        return;
    }
    const auto theirs = bytes ? grantsFromJson(*bytes) : failure(bytes.error());
    if (!theirs) {
        end(theirs.error());
        return;
    }
    const auto merge = std::make_shared<GrantMerge>(); // filled in the pool, read after
    m_grants.change(
        [theirs = *theirs, merge](TpuGrants grants) -> Result<TpuGrants> {
            *merge = mergeGrants(std::move(grants), theirs);
            return merge->grants;
        },
        Callback<Result<TpuGrants>>(this, [this, merge](const Result<TpuGrants> &grants) {
            if (!grants) {
                end(grants.error());
                return;
            }
            if (m_arguments.json) {
                Json different = Json::array();
                for (const QString &name : merge->different) {
                    different.push_back(text(name));
                }
                printJson({{"added", merge->added}, {"different", different}}, 2);
            } else {
                printLine(QStringLiteral("%1 new.").arg(merge->added));
                for (const QString &name : merge->different) {
                    printLine(
                        QStringLiteral("%1 says something else there; it stays as it is here.")
                            .arg(name));
                }
            }
            emit finished(merge->different.isEmpty() ? ExitDone : ExitDifferent);
        }));
}

void GrantsTask::exportFile(const TpuGrants &grants)
{
    constexpr int mode = 0600;
    const QByteArray json = grantsToJson(grants);
    if (m_arguments.file.isEmpty() || m_arguments.file == QLatin1String("-")) {
        printBytes(json);
    } else if (const auto kept = writeFileAtomically(m_arguments.file, json, mode); !kept) {
        end(kept.error());
        return;
    }
    emit finished(ExitDone);
}

void GrantsTask::remove()
{
    const QString name = m_arguments.grant;
    if (!mayGoOn(
            QStringLiteral("Forget the TPU grant %1?").arg(name),
            QStringLiteral("%1 was not removed.").arg(name))) {
        return;
    }
    m_grants.change(
        [name](TpuGrants grants) { return withoutGrant(std::move(grants), name); },
        Callback<Result<TpuGrants>>(this, [this](const Result<TpuGrants> &grants) {
            if (!grants) {
                end(withGrantCommand(grants.error()));
                return;
            }
            if (m_arguments.json) {
                printJson({{"grants", tpuGrantsJson(*grants)}}, 2);
            }
            emit finished(ExitDone);
        }));
}

} // namespace podium::ctl
