// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/writer/configequivalencecheck.h"

#include "core/sshconfig/document/configdocument.h"
#include "core/sshconfig/plan/touchednames.h"

#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <iterator>
#include <set>

namespace podium::sshconfig {

namespace {

constexpr std::size_t kAskedInPlace = 16;
/// Of the names that a change cannot touch by its text: so that ssh has its say there too.
constexpr std::size_t kAskedUntouched = 100;

void addAliases(QSet<QByteArray> &names, const QByteArray &config)
{
    const ConfigDocument document(config);
    for (const LiteralAlias &alias : document.aliases()) {
        names.insert(QByteArray::fromStdString(alias.name));
    }
}

/// The first line in which two answers differ, e.g. "user was bob and would be root".
QString difference(const Resolution &before, const Resolution &after)
{
    if (!after.isGood()) {
        return SshConfigResolver::complaint(after);
    }
    const auto old = resolvedValues(before);
    const auto now = resolvedValues(after);
    QList<QByteArray> keywords = old.keys() + now.keys();
    std::sort(keywords.begin(), keywords.end());
    for (const QByteArray &keyword : qAsConst(keywords)) {
        if (old.value(keyword) != now.value(keyword)) {
            return QStringLiteral("Its %1 was \"%2\" and would be \"%3\".")
                .arg(
                    QString::fromUtf8(keyword), QString::fromUtf8(old.value(keyword)),
                    QString::fromUtf8(now.value(keyword)));
        }
    }
    return QStringLiteral("A keyword with several values would differ.");
}

/// These, and an even choice of the others.
std::vector<std::string>
withSample(std::vector<std::string> chosen, const std::vector<std::string> &names)
{
    const std::set<std::string> isChosen(chosen.begin(), chosen.end());
    std::vector<std::string> others;
    std::copy_if(
        names.begin(), names.end(), std::back_inserter(others),
        [&isChosen](const std::string &name) { return isChosen.count(name) == 0; });
    const std::size_t count = std::min(others.size(), kAskedUntouched);
    for (std::size_t i = 0; i < count; ++i) {
        chosen.push_back(others[i * others.size() / count]);
    }
    return chosen;
}

} // namespace

ConfigEquivalenceCheck::ConfigEquivalenceCheck(
    const SshConfigResolver &resolver, const FileStates &states)
    : m_resolver(resolver)
    , m_states(states)
{}

std::vector<std::string>
ConfigEquivalenceCheck::namesToAsk(const FileContents &after, bool asksAll) const
{
    const PartChange change{
        m_states.own.main.bytes, after[kOwnFile].value_or(QByteArray()), m_states.generated.bytes,
        after[kGeneratedFile].value_or(QByteArray())};
    QSet<QByteArray> podiums;
    addAliases(podiums, change.generatedBefore);
    addAliases(podiums, change.generatedAfter);
    std::vector<std::string> names;
    for (const std::string &name : m_states.own.names) {
        if (!podiums.contains(QByteArray::fromStdString(name)) && name.front() != '-') {
            names.push_back(name);
        }
    }
    if (asksAll) {
        return names;
    }
    auto touched = touchedNames(change, names);
    return touched ? withSample(std::move(*touched), names) : names;
}

Result<> ConfigEquivalenceCheck::askBefore(const FileContents &after, bool asksAll)
{
    const DiskFile &own = m_states.own.main;
    if (own.exists) {
        if (auto accepted = m_resolver.accepts(own.realPath); !accepted) {
            return accepted;
        }
    }
    m_names = namesToAsk(after, asksAll);
    m_names.insert(m_names.begin(), SshConfigResolver::unknownName());
    m_before = m_resolver.resolve(own.exists ? own.realPath : QStringLiteral("none"), m_names);
    const auto late = std::find_if(m_before.begin(), m_before.end(), [](const Resolution &answer) {
        return answer.end != ProcessOutcome::End::Exited;
    });
    if (late == m_before.end()) {
        return {};
    }
    const auto &name = m_names[std::size_t(late - m_before.begin())];
    return failure(
        {ErrorKind::Refused,
         QStringLiteral("What %1 means today could not be found out, so nothing is changed.")
             .arg(QString::fromStdString(name)),
         SshConfigResolver::complaint(*late),
         {},
         own.path});
}

Result<>
ConfigEquivalenceCheck::compareCandidate(const QByteArray &ownAfter, const QString &generated) const
{
    const QByteArray candidate =
        generated.isEmpty()
            ? ownAfter
            : ConfigDocument(ownAfter).withIncludeOf(QFileInfo(generated).fileName());
    return compare(m_resolver.resolveBytes(candidate, m_names), m_names.size());
}

Result<> ConfigEquivalenceCheck::compareInPlace(const QString &ownPath) const
{
    const std::size_t count = std::min(m_names.size(), kAskedInPlace);
    const std::vector<std::string> names(m_names.begin(), m_names.begin() + long(count));
    return compare(m_resolver.resolve(ownPath, names), count);
}

Result<>
ConfigEquivalenceCheck::compare(const std::vector<Resolution> &after, std::size_t count) const
{
    for (std::size_t i = 0; i < count; ++i) {
        const bool isSame = m_before[i].end == after[i].end &&
                            m_before[i].status == after[i].status &&
                            m_before[i].output == after[i].output;
        if (!isSame) {
            return failure(
                {ErrorKind::Refused,
                 QStringLiteral("The change would touch %1, which is not Podium's, so all is as it "
                                "was.")
                     .arg(QString::fromStdString(m_names[i])),
                 difference(m_before[i], after[i]),
                 {},
                 m_states.own.main.path});
        }
    }
    return {};
}

} // namespace podium::sshconfig
