// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/actual/scriptanswer.h"

#include "core/ssh/plaintext.h"

#include <QHash>

#include <algorithm>
#include <utility>

namespace podium::people {

namespace {

using Kind = ScriptLine::Kind;

/// The script's words and what they say; %1 is the rest of the line.
using Texts = QHash<QByteArray, const char *>;

const Texts &stepTexts()
{
    static const Texts texts{
        {"created", "the account was made."},
        {"home", "its home was finished."},
        {"adopted", "the account was taken over."},
        {"unlocked", "the account was opened again."},
        {"shell", "its login shell is %1 now."},
        {"group", "it was added to the group %1."},
        {"no-group", "it was taken out of the group %1."},
        {"keys", "its keys were written."},
        {"mode", "its authorized_keys is no longer open to others."},
        {"sudo", "it may use sudo."},
        {"no-sudo", "its sudo was taken away."},
        {"locked", "the account was closed."},
        {"sessions", "what ran in its name was ended."},
        {"archived", "its home was packed into %1."},
        {"crontab", "its crontab was removed."},
        {"home-deleted", "its home was deleted."},
        {"deleted", "the account was deleted."},
        {"released", "the account is left to itself."},
    };
    return texts;
}

const Texts &noteTexts()
{
    static const Texts texts{
        {"self-group", "Podium logs in as this account, so it stays in the group %1."},
        {"self-sudo", "Podium logs in as this account, so its sudo stays."},
    };
    return texts;
}

const Texts &failTexts()
{
    static const Texts texts{
        {"data", "The orders did not come whole (%1); nothing was done."},
        {"missing", "The program %1 is missing here; nothing was done."},
        {"lock", "Another Podium has been at work here for two minutes; nothing was done."},
        {"write", "%1 cannot be written."},
        {"read-only", "%1 cannot be written: its disk is read-only."},
        {"disk-full", "%1 cannot be written: the disk is full."},
        {"group-exists", "there is a group of that name, but no account."},
        {"home-link", "its home would be a link, and Podium follows none."},
        {"home-taken", "its home is there already and belongs to another account."},
        {"useradd", "useradd refused: %1"},
        {"home", "its home %1 could not be finished."},
        {"system-account", "this is an account of the system's."},
        {"not-ours", "there is such an account already, and Podium did not make it."},
        {"usermod", "the account could not be changed."},
        {"no-group", "there is no group %1."},
        {"no-shell", "there is no login shell %1."},
        {"no-visudo", "visudo is missing, so no sudo rule is written."},
        {"sudo-write", "its sudo rule could not be written."},
        {"sudo-check", "visudo would not have its sudo rule; it was taken back."},
        {"sudo-unused", "sudo does not read its rule: /etc/sudoers does not include sudoers.d."},
        {"sessions", "what runs in its name could not be ended."},
        {"archive", "its home could not be packed into %1; it stays."},
        {"home-place", "its home %1 is not below /home, so Podium does not touch it."},
        {"home-shared", "its home %1 belongs to another account, too; it stays."},
        {"running", "it has processes running, so it was not deleted."},
        {"userdel", "userdel refused: %1"},
        {"self", "Podium logs in as this account, so it stays."},
    };
    return texts;
}

/// What the part that runs as the person says about authorized_keys.
const Texts &keyTexts()
{
    static const Texts texts{
        {"home", "its home cannot be entered."},
        {"link-folder", "its folder .ssh is a link, and Podium follows none."},
        {"link-file", "its authorized_keys is a link, and Podium follows none."},
        {"no-folder", "its .ssh is not a folder."},
        {"no-file", "its authorized_keys is not a file."},
        {"owner-folder", "its folder .ssh belongs to another account."},
        {"owner-file", "its authorized_keys belongs to another account."},
        {"unreadable", "its authorized_keys cannot be read."},
        {"busy", "somebody else kept writing its authorized_keys."},
        {"armed",
         "a change of its keys waits for its next login, or is undone within two minutes."},
        {"not-text", "its authorized_keys is not a text file."},
        {"no-setsid", "setsid is missing, so a mistake could lock Podium out."},
        {"last-key", "the last key with which Podium logs in would have gone."},
        {"disk-full", "its keys could not be written: the disk is full."},
        {"read-only", "its keys could not be written: the disk is read-only."},
        {"quota", "its keys could not be written: its quota is used up."},
        {"write", "its keys could not be written."},
    };
    return texts;
}

QString textOf(const ScriptLine &line)
{
    if (line.kind == Kind::Fine) {
        return QStringLiteral("as it should be.");
    }
    if (line.kind == Kind::Fail && line.code == QLatin1String("keys")) {
        return QString::fromLatin1(
            keyTexts().value(line.detail.toUtf8(), "its keys could not be edited."));
    }
    const Texts &texts = line.kind == Kind::Step   ? stepTexts()
                         : line.kind == Kind::Note ? noteTexts()
                                                   : failTexts();
    // A word of a newer script is at least shown.
    const char *known = texts.value(line.code.toUtf8(), nullptr);
    const QString text =
        known ? QString::fromLatin1(known)
              : QString(ssh::plainText(line.code.toUtf8(), 40) % QStringLiteral(" %1"));
    const QString detail = ssh::plainText(line.detail.toUtf8(), 200);
    const QString said = text.contains(QLatin1String("%1")) ? text.arg(detail).trimmed() : text;
    return said.isEmpty() ? QStringLiteral("it did not say what.") : said;
}

Error problem(
    ErrorKind kind, const WorkerRef &worker, const QString &summary, const QString &detail = {},
    const QString &hint = {})
{
    return {kind, summary.arg(worker.text()), detail, hint, worker.text()};
}

/// Why a script did not come to do its work: it never said its first word, or is not root.
Error neverBegan(const WorkerRef &worker, const QByteArray &errors, int status, bool isNotRoot)
{
    const QString said = ssh::plainText(errors.trimmed(), 300);
    if (isNotRoot || errors.contains("sudo")) {
        return problem(
            ErrorKind::PermissionDenied, worker,
            QStringLiteral("Podium's login may not become root on %1."), said,
            QStringLiteral("It needs sudo without a password; Google gives that to accounts from "
                           "the metadata's ssh-keys. Choose the ssh user in the settings."));
    }
    return problem(
        ErrorKind::Protocol, worker, QStringLiteral("The accounts of %1 could not be read."),
        said.isEmpty() ? QStringLiteral("The script ended with status %1.").arg(status) : said,
        QStringLiteral("It needs a POSIX shell and cat there."));
}

} // namespace

std::optional<ScriptLine> readScriptLine(const remote::Record &record)
{
    static const std::pair<QByteArray, Kind> words[] = {
        {"step", Kind::Step}, {"note", Kind::Note}, {"fail", Kind::Fail}, {"ok", Kind::Fine}};
    for (const auto &[word, kind] : words) {
        if (record.kind == word) {
            const QString login = QString::fromUtf8(record.at(0));
            return ScriptLine{
                kind, login == QLatin1String("-") ? QString() : login,
                QString::fromUtf8(record.at(1)), QString::fromUtf8(record.fields.mid(2).join(' '))};
        }
    }
    return std::nullopt;
}

std::optional<UserName> loginMade(const ScriptLine &line)
{
    const bool isMade = line.kind == Kind::Step && line.code == QLatin1String("created");
    return isMade ? UserName::parse(line.login) : std::nullopt;
}

QString sentence(const ScriptLine &line)
{
    const QString text = textOf(line);
    return line.login.isEmpty() ? text : line.login % QStringLiteral(": ") % text;
}

int ScriptAnswer::count(ScriptLine::Kind kind) const
{
    return int(std::count_if(
        lines.begin(), lines.end(), [kind](const ScriptLine &line) { return line.kind == kind; }));
}

QStringList loginsThatFailed(const ScriptAnswer &answer)
{
    QStringList logins;
    for (const ScriptLine &line : answer.lines) {
        if (line.kind == Kind::Fail && !line.login.isEmpty()) {
            logins << line.login;
        }
    }
    logins.removeDuplicates();
    return logins;
}

std::vector<AccountMade> accountsMade(const ScriptAnswer &answer)
{
    const QStringList failed = loginsThatFailed(answer);
    std::vector<AccountMade> made;
    for (const ScriptLine &line : answer.lines) {
        if (const auto login = loginMade(line)) {
            made.push_back({*login, !failed.contains(line.login)});
        }
    }
    return made;
}

ScriptAnswer readScriptAnswer(
    const WorkerRef &worker, const QByteArray &output, const QByteArray &errors, int status,
    AccountPool *pool)
{
    ScriptAnswer answer;
    remote::RecordReader reader;
    // What is there comes after "inspect"; before it is told what was done.
    for (auto record = reader.next(output); record && record->kind != "inspect";
         record = reader.next(output)) {
        answer.isApply = answer.isApply || record->kind == "apply";
        if (auto read = readScriptLine(*record)) {
            answer.lines.push_back(std::move(*read));
        }
    }
    if (reader.problem() || !reader.wasRoot()) {
        answer.error = neverBegan(worker, errors, status, !reader.problem());
        return answer;
    }
    QStringList failures;
    for (const ScriptLine &line : answer.lines) {
        if (line.kind == Kind::Fail) {
            failures << sentence(line);
        }
    }
    if (auto found = parseFound(output, pool)) {
        answer.found = std::make_shared<const ActualWorker>(*std::move(found));
    } else if (failures.isEmpty()) {
        answer.error = found.error();
        answer.error->subject = worker.text();
    }
    if (!failures.isEmpty()) {
        answer.error = problem(
            ErrorKind::Refused, worker, QStringLiteral("Not all could be done on %1."),
            failures.join(QLatin1Char(' ')));
    }
    return answer;
}

} // namespace podium::people
