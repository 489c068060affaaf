// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/projectkeystask.h"

#include "app/podiumctl/people/grantarguments.h"
#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/base/files.h"
#include "core/people/keys/keytext.h"
#include "core/people/roster/rosteredit.h"
#include "core/ssh/plaintext.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace podium::ctl {

using namespace podium::people;
using MetadataChange = cloud::ComputeClient::Change;

namespace {

ExitCode printCloudFailure(const Error &error)
{
    const bool isOurs = error.kind == ErrorKind::NotFound && error.subject.isEmpty();
    printError(error);
    return isOurs || error.kind == ErrorKind::InvalidArgument ? ExitUsage : ExitCloud;
}

Error wrongWords(const QString &summary)
{
    return {ErrorKind::InvalidArgument, summary};
}

QString describe(const MetadataKey &key)
{
    if (!key.line) {
        return ssh::plainText(key.text, 80);
    }
    // The comment of one that ends is how Google writes its end.
    const QString rest = key.expires
                             ? QStringLiteral("until %1").arg(key.expires->toString(Qt::ISODate))
                             : ssh::plainText(key.line->comment, 80);
    const QStringList words{
        key.user + QLatin1Char(':'), keyTypeName(key.line->key.type()), key.line->key.fingerprint(),
        rest};
    return words.join(QLatin1Char(' ')).simplified();
}

/// Those that the others have not.
void printKeys(
    const char *sign, const std::vector<MetadataKey> &keys, const std::vector<MetadataKey> &others)
{
    for (const MetadataKey &key : keys) {
        const bool isInBoth =
            std::any_of(others.begin(), others.end(), [&key](const MetadataKey &other) {
                return other.text == key.text;
            });
        if (!isInBoth) {
            printLine(QStringLiteral("  %1 %2").arg(QLatin1String(sign), describe(key)));
        }
    }
}

} // namespace

ProjectKeysTask::ProjectKeysTask(
    cloud::ComputeClient &compute, const Clock &clock, PeopleArguments arguments, QObject *parent)
    : Task(parent)
    , m_compute(compute)
    , m_clock(clock)
    , m_arguments(std::move(arguments))
{}

bool ProjectKeysTask::does(PeopleAction action)
{
    return action == PeopleAction::ProjectKeysList || action == PeopleAction::ProjectKeysAdd ||
           action == PeopleAction::ProjectKeysRemove;
}

void ProjectKeysTask::start()
{
    const auto project = ProjectId::parse(m_arguments.project);
    if (!project) {
        printNote(QStringLiteral("\"%1\" is not a valid project id.").arg(m_arguments.project));
        emit finished(ExitUsage);
        return;
    }
    m_project = *project;
    if (m_arguments.action != PeopleAction::ProjectKeysList) {
        auto change = makeChange();
        if (!change) {
            emit finished(printRosterFailure(change.error()));
            return;
        }
        m_change = std::move(*change);
    }
    m_compute.metadata(m_project, {this, [this](const Result<cloud::ProjectMetadata> &read) {
                                       m_change ? propose(read) : print(read);
                                   }});
}

Result<MetadataChange> ProjectKeysTask::makeChange() const
{
    return m_arguments.action == PeopleAction::ProjectKeysAdd
               ? makeAddition()
               : Result<MetadataChange>(removeProjectKey(m_arguments.login, m_arguments.key));
}

Result<MetadataChange> ProjectKeysTask::makeAddition() const
{
    // No name that belongs to the system: the guest agent makes whoever is named root.
    const auto user = UserName::parse(m_arguments.login);
    const auto bytes = readFile(m_arguments.keyFiles.value(0), LongestKeyText);
    const auto keys = bytes ? rosterKeysFrom(*bytes, m_clock.now()) : failure(bytes.error());
    const auto until = optionalEnd(m_arguments.until, m_clock.now());
    if (!until) {
        return failure(until.error());
    }
    if (!keys) {
        return failure(keys.error());
    }
    if (!user) {
        return failure(wrongWords(
            QStringLiteral("\"%1\" is not a valid Linux login name.").arg(m_arguments.login)));
    }
    if (keys->size() != 1) {
        return failure(wrongWords(QStringLiteral("Give a file with one key.")));
    }
    const RosterKey &key = keys->front();
    return addProjectKey(*user, {{}, key.key, key.label.toUtf8()}, *until);
}

void ProjectKeysTask::propose(const Result<cloud::ProjectMetadata> &read)
{
    const QString entry = QString::fromLatin1(projectKeysEntry);
    const auto after = read ? m_change(read->value(entry)) : failure(read.error());
    if (!after) {
        end(after.error());
        return;
    }
    if (*after == read->value(entry)) {
        printNote(QStringLiteral("The key is there already: nothing was changed."));
        print(read);
        return;
    }
    if (!m_arguments.json) {
        printPlan(*read, *after);
    }
    if (!isWished(QStringLiteral("Do it?"), m_arguments.yes, !m_arguments.json)) {
        printError(needsYes(QStringLiteral("Nothing was changed."), {}));
        emit finished(ExitRefused);
        return;
    }
    m_isChanging = true;
    m_compute.changeMetadata(
        m_project, entry, m_change,
        {this, [this](const Result<cloud::ProjectMetadata> &done) { print(done); }});
}

void ProjectKeysTask::interrupt()
{
    if (m_isChanging) {
        printNote(QStringLiteral("Google was asked to change it, and may do so: podiumctl people "
                                 "project-keys list --project %1 shows it.")
                      .arg(m_project.text()));
    }
    Task::interrupt();
}

void ProjectKeysTask::printPlan(const cloud::ProjectMetadata &metadata, const QString &after) const
{
    const bool isAddition = m_arguments.action == PeopleAction::ProjectKeysAdd;
    const ProjectKeys before = podium::people::projectKeys(metadata);
    const std::vector<MetadataKey> then = readMetadataKeys(after.toUtf8());
    printLine((isAddition ? QStringLiteral("Add a key to the metadata of %1")
                          : QStringLiteral("Remove a key from the metadata of %1"))
                  .arg(m_project.text()));
    printKeys("-", before.keys, then);
    printKeys("+", then, before.keys);
    printLine(
        isAddition ? QStringLiteral(
                         "  Google's guest agent makes the account %1 on every VM of the project, "
                         "with sudo: whoever has the private key is root there.")
                         .arg(m_arguments.login)
                   : QStringLiteral(
                         "  Google's guest agent takes it away on every VM of the project. If you "
                         "log in with it yourself, you lock yourself out."));
}

void ProjectKeysTask::end(const Error &error)
{
    emit finished(
        error.kind == ErrorKind::NotFound && error.subject == m_arguments.login
            ? printRosterFailure(error)
            : printCloudFailure(error));
}

void ProjectKeysTask::print(const Result<cloud::ProjectMetadata> &metadata)
{
    if (!metadata) {
        end(metadata.error());
        return;
    }
    const ProjectKeys keys = projectKeys(*metadata);
    Json list = Json::array();
    std::vector<QStringList> rows{
        {QStringLiteral("USER"), QStringLiteral("KEY"), QStringLiteral("UNTIL"),
         QStringLiteral("COMMENT")}};
    for (const MetadataKey &key : keys.keys) {
        const QString fingerprint =
            key.line ? key.line->key.fingerprint() : QStringLiteral("(no key)");
        const QString comment = key.line ? ssh::plainText(key.line->comment, 80) : QString();
        rows.push_back(
            {key.user, fingerprint,
             key.expires ? key.expires->toString(Qt::ISODate) : QStringLiteral("-"), comment});
        list.push_back(
            {{"user", text(key.user)},
             {"fingerprint", key.line ? Json(text(fingerprint)) : Json(nullptr)},
             {"until", key.expires ? time(*key.expires) : Json(nullptr)},
             {"comment", text(comment)}});
    }
    if (m_arguments.json) {
        printJson({{"osLogin", keys.usesOsLogin}, {"keys", std::move(list)}}, 2);
    } else {
        printTable(rows);
    }
    if (keys.usesOsLogin) {
        printNote(QStringLiteral("OS Login is on in %1: its nodes ignore these keys.")
                      .arg(m_project.text()));
    }
    emit finished(ExitDone);
}

} // namespace podium::ctl
