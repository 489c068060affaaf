// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/check/aliascheck.h"

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
};

QString yesOrNo(bool value)
{
    return value ? QStringLiteral("yes") : QStringLiteral("no");
}

/// What ssh says of one keyword where it is not what the entry says.
QString
deviation(const QHash<QByteArray, QByteArray> &values, const char *keyword, const QString &wanted)
{
    const QString found = QString::fromUtf8(values.value(keyword));
    if (found == wanted) {
        return {};
    }
    const auto quoted = [](const QString &value) {
        return value.isEmpty() ? QStringLiteral("nothing") : QStringLiteral("\"%1\"").arg(value);
    };
    return QStringLiteral("ssh takes %1 for its %2, not %3: another part of your config says so "
                          "first.")
        .arg(quoted(found), QString::fromLatin1(keyword), quoted(wanted));
}

QString deviationOf(const ConfigEntry &entry, const QHash<QByteArray, QByteArray> &values)
{
    const QString strict =
        entry.hostKeys.isEmpty() ? QStringLiteral("accept-new") : QStringLiteral("true");
    const QStringList deviations = {
        deviation(values, "hostname", entry.hostName),
        deviation(values, "port", QString::number(entry.port)),
        deviation(values, "hostkeyalias", entry.hostKeyAlias),
        deviation(values, "stricthostkeychecking", strict),
        entry.user.isEmpty() ? QString() : deviation(values, "user", entry.user),
        // ssh may spell a jump in another way; whether there is one is what matters.
        entry.proxyJump.isEmpty() ? deviation(values, "proxyjump", {}) : QString(),
        deviation(values, "proxycommand", entry.proxyCommand),
        deviation(values, "forwardagent", yesOrNo(entry.forwardAgent))};
    const auto first = std::find_if(
        deviations.begin(), deviations.end(), [](const QString &text) { return !text.isEmpty(); });
    return first == deviations.end() ? QString() : *first;
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
    // ssh takes a name that it does not know for the machine's own.
    if (QString::fromUtf8(values.value("hostname")) == question.alias &&
        values.value("hostkeyalias").isEmpty()) {
        check.verdict = Verdict::NotWritten;
        check.problem = QStringLiteral("It is not in your ssh config yet: write it first.");
        return check;
    }
    check.problem = deviationOf(entry, values);
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
            all.push_back({&entry, entry.aliases.front()});
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
    const CheckOptions &options, CheckProgress &progress)
{
    std::vector<AliasCheck> checks;
    std::vector<Question> questions;
    for (const ConfigEntry &entry : entries) {
        for (const QString &alias : entry.aliases) {
            if (entry.isActive) {
                questions.push_back({&entry, alias});
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
