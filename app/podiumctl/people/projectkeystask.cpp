// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/projectkeystask.h"

#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/base/files.h"
#include "core/people/keys/keytext.h"
#include "core/people/roster/rosteredit.h"
#include "core/ssh/plaintext.h"

#include <utility>

namespace podium::ctl {

using namespace podium::people;

namespace {

ExitCode printCloudFailure(const Error &error)
{
    const bool isOurs = error.kind == ErrorKind::NotFound && error.subject.isEmpty();
    printError(error);
    return isOurs || error.kind == ErrorKind::InvalidArgument ? ExitUsage : ExitCloud;
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
    switch (m_arguments.action) {
    case PeopleAction::ProjectKeysAdd:
        add();
        break;
    case PeopleAction::ProjectKeysRemove:
        change(removeProjectKey(m_arguments.login, m_arguments.key));
        break;
    default:
        m_compute.metadata(
            m_project, {this, [this](const Result<cloud::ProjectMetadata> &read) { print(read); }});
    }
}

void ProjectKeysTask::add()
{
    // No name that belongs to the system: the guest agent makes whoever is named root.
    const auto user = UserName::parse(m_arguments.login);
    const auto bytes = readFile(m_arguments.keyFiles.value(0), LongestKeyText);
    const auto keys = bytes ? rosterKeysFrom(*bytes, m_clock.now()) : failure(bytes.error());
    std::optional<QDateTime> until;
    if (!m_arguments.until.isEmpty()) {
        const auto end = parseEnd(m_arguments.until, m_clock.now());
        if (!end) {
            emit finished(printRosterFailure(end.error()));
            return;
        }
        until = *end;
    }
    if (!user || !keys || keys->size() != 1) {
        if (!keys) {
            emit finished(printRosterFailure(keys.error()));
            return;
        }
        printNote(
            !user ? QStringLiteral("\"%1\" is not a valid Linux login name.").arg(m_arguments.login)
                  : QStringLiteral("Give a file with one key."));
        emit finished(ExitUsage);
        return;
    }
    const RosterKey &key = keys->front();
    change(addProjectKey(*user, {{}, key.key, key.label.toUtf8()}, until));
}

void ProjectKeysTask::change(cloud::ComputeClient::Change change)
{
    m_compute.changeMetadata(
        m_project, QString::fromLatin1(projectKeysEntry), std::move(change),
        {this, [this](const Result<cloud::ProjectMetadata> &done) { print(done); }});
}

void ProjectKeysTask::print(const Result<cloud::ProjectMetadata> &metadata)
{
    if (!metadata) {
        emit finished(
            metadata.error().kind == ErrorKind::NotFound &&
                    metadata.error().subject == m_arguments.login
                ? printRosterFailure(metadata.error())
                : printCloudFailure(metadata.error()));
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
