// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/check/aliascheck.h"

#include <QHash>

#include <algorithm>

namespace podium::sshconfig {

namespace {

using Verdict = AliasCheck::Verdict;

/// So many names between two looks at whether to go on.
constexpr std::size_t kBatch = 32;

struct Question
{
    const ConfigEntry *entry = nullptr;
    QString alias;
    const ConfigEntry *written = nullptr; ///< null: nothing is written by that name, or not known
};

QString yesOrNo(bool value)
{
    return value ? QStringLiteral("yes") : QStringLiteral("no");
}

/// What an entry says to ssh, by keyword.
struct Setting
{
    const char *keyword;
    QString value;
    bool isChecked = true;
};

std::vector<Setting> settingsOf(const ConfigEntry &entry)
{
    const QString strict =
        entry.hostKeys.isEmpty() ? QStringLiteral("accept-new") : QStringLiteral("true");
    return {
        {"hostname", entry.hostName},
        {"port", QString::number(entry.port)},
        {"hostkeyalias", entry.hostKeyAlias},
        {"stricthostkeychecking", strict},
        {"user", entry.user, !entry.user.isEmpty()},
        // ssh may spell a jump in another way; whether there is one is what matters.
        {"proxyjump", entry.proxyJump, entry.proxyJump.isEmpty()},
        {"proxycommand", entry.proxyCommand},
        {"forwardagent", yesOrNo(entry.forwardAgent)}};
}

/// What ssh says of one keyword where it is not what the entry says; empty: nothing else.
QString deviation(const Setting &wanted, const QString &found, bool isAsWritten)
{
    const auto quoted = [](const QString &value) {
        return value.isEmpty() ? QStringLiteral("nothing") : QStringLiteral("\"%1\"").arg(value);
    };
    const QString why = isAsWritten
                            ? QStringLiteral("what is written of it is older. Write it again.")
                            : QStringLiteral("another part of your config says so first.");
    return QStringLiteral("ssh takes %1 for its %2, not %3: %4")
        .arg(quoted(found), QString::fromLatin1(wanted.keyword), quoted(wanted.value), why);
}

QString deviationOf(const Question &question, const QHash<QByteArray, QByteArray> &values)
{
    const ConfigEntry &entry = *question.entry;
    const std::vector<Setting> wanted = settingsOf(entry);
    const std::vector<Setting> written =
        question.written ? settingsOf(*question.written) : std::vector<Setting>();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const QString found = QString::fromUtf8(values.value(wanted[i].keyword));
        if (wanted[i].isChecked && found != wanted[i].value) {
            return deviation(wanted[i], found, !written.empty() && written[i].value == found);
        }
    }
    // Of these ssh does not tell what comes from where.
    const bool isOlder =
        question.written && (question.written->hostKeys != entry.hostKeys ||
                             question.written->identityFile != entry.identityFile ||
                             question.written->proxyJump != entry.proxyJump);
    return isOlder ? QStringLiteral("What is written of its host key, key file or jump host is "
                                    "older. Write it again.")
                   : QString();
}

/// What adds up over a config, so that no entry of ours can keep it out: it may be wished for, and
/// may be a surprise.
QString addedByOthers(const QHash<QByteArray, QByteArray> &values)
{
    for (const char *keyword : {"localforward", "remoteforward", "dynamicforward"}) {
        if (values.contains(keyword)) {
            return QStringLiteral("It also gets \"%1 %2\" from another part of your config.")
                .arg(QString::fromLatin1(keyword), QString::fromUtf8(values.value(keyword)));
        }
    }
    return {};
}

AliasCheck judged(const Question &question, const Resolution &answer)
{
    const ConfigEntry &entry = *question.entry;
    AliasCheck check{entry.worker, question.alias, Verdict::Good, false, {}};
    if (!answer.isGood()) {
        check.verdict = Verdict::Differs;
        check.problem = SshConfigResolver::complaint(answer);
        return check;
    }
    const auto values = resolvedValues(answer);
    // ssh takes a name that it does not know for the machine's own, in small letters.
    if (QString::fromUtf8(values.value("hostname")) == question.alias.toLower() &&
        values.value("hostkeyalias").isEmpty()) {
        check.verdict = Verdict::NotWritten;
        check.problem = QStringLiteral("It is not in your ssh config yet: write it first.");
        return check;
    }
    check.problem = deviationOf(question, values);
    check.verdict = check.problem.isEmpty() ? Verdict::Good : Verdict::Differs;
    if (check.problem.isEmpty()) {
        check.problem = addedByOthers(values);
    }
    return check;
}

std::vector<AliasCheck>
ask(const SshConfigResolver &resolver, const QString &path, const std::vector<Question> &questions)
{
    std::vector<std::string> names;
    names.reserve(questions.size());
    for (const Question &question : questions) {
        names.push_back(question.alias.toStdString());
    }
    const std::vector<Resolution> answers = resolver.resolve(path, names);
    std::vector<AliasCheck> checks;
    checks.reserve(questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) {
        checks.push_back(judged(questions[i], answers[i]));
    }
    return checks;
}

void logIn(
    const SshConfigResolver &resolver, const QString &path, std::chrono::seconds limit,
    const std::atomic<bool> &cancelled, std::vector<AliasCheck> &checks)
{
    std::vector<AliasCheck *> tried;
    std::vector<std::string> names;
    for (AliasCheck &check : checks) {
        if (check.verdict == Verdict::Good) {
            tried.push_back(&check);
            names.push_back(check.alias.toStdString());
        }
    }
    const std::vector<Resolution> answers = resolver.logIn(path, names, limit, cancelled);
    for (std::size_t i = 0; i < tried.size(); ++i) {
        tried[i]->loggedIn = answers[i].isGood();
        if (!tried[i]->loggedIn) {
            tried[i]->verdict = Verdict::NoLogin;
            tried[i]->problem = SshConfigResolver::loginComplaint(answers[i]);
        }
    }
}

} // namespace

QString verdictName(AliasCheck::Verdict verdict)
{
    switch (verdict) {
    case Verdict::Good:
        return QStringLiteral("good");
    case Verdict::NotWritten:
        return QStringLiteral("not-written");
    case Verdict::Differs:
        return QStringLiteral("differs");
    case Verdict::NoLogin:
        return QStringLiteral("no-login");
    case Verdict::Inactive:
        return QStringLiteral("inactive");
    }
    return {};
}

std::vector<AliasCheck> checkSome(
    const SshConfigResolver &resolver, const QString &path, const std::vector<ConfigEntry> &entries,
    int limit)
{
    std::vector<Question> all;
    for (const ConfigEntry &entry : entries) {
        if (entry.isActive) {
            all.push_back({&entry, entry.aliases.front(), nullptr});
        }
    }
    const std::size_t count = std::min(all.size(), std::size_t(limit));
    std::vector<Question> chosen;
    chosen.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        chosen.push_back(all[i * all.size() / count]);
    }
    return ask(resolver, path, chosen);
}

std::vector<AliasCheck> checkAll(
    const SshConfigResolver &resolver, const QString &path, const std::vector<ConfigEntry> &entries,
    const std::vector<ConfigEntry> &written, const CheckOptions &options, CheckProgress &progress)
{
    QHash<QString, const ConfigEntry *> writtenOf;
    for (const ConfigEntry &entry : written) {
        for (const QString &alias : entry.aliases) {
            writtenOf.insert(alias, entry.isActive ? &entry : nullptr);
        }
    }
    std::vector<AliasCheck> checks;
    std::vector<Question> questions;
    for (const ConfigEntry &entry : entries) {
        for (const QString &alias : entry.aliases) {
            if (entry.isActive) {
                questions.push_back({&entry, alias, writtenOf.value(alias)});
            } else {
                checks.push_back({entry.worker, alias, Verdict::Inactive, false, entry.note});
            }
        }
    }
    progress.total = int(questions.size());
    for (std::size_t at = 0; at < questions.size() && !progress.isCancelled; at += kBatch) {
        const auto begin = questions.begin() + long(at);
        const std::size_t count = std::min(kBatch, questions.size() - at);
        auto some = ask(resolver, path, {begin, begin + long(count)});
        if (options.login) {
            logIn(resolver, path, options.loginLimit, progress.isCancelled, some);
        }
        if (progress.isCancelled && options.login) {
            break; // what was cut off says nothing
        }
        std::move(some.begin(), some.end(), std::back_inserter(checks));
        progress.done += int(count);
    }
    std::stable_sort(checks.begin(), checks.end(), [](const AliasCheck &a, const AliasCheck &b) {
        return a.worker < b.worker;
    });
    return checks;
}

} // namespace podium::sshconfig
