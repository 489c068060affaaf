// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/peoplejson.h"

#include "core/people/roster/rosterjson.h"
#include "core/ssh/plaintext.h"

namespace podium::ctl {

using namespace podium::people;

namespace {

Json texts(const QStringList &list)
{
    Json json = Json::array();
    for (const QString &entry : list) {
        json.push_back(text(entry));
    }
    return json;
}

const char *noteKindName(PlanNote::Kind kind)
{
    switch (kind) {
    case PlanNote::Kind::Warning:
        return "warning";
    case PlanNote::Kind::Blocked:
        return "blocked";
    case PlanNote::Kind::Info:
        break;
    }
    return "info";
}

const char *originName(KeyOrigin origin)
{
    switch (origin) {
    case KeyOrigin::Podium:
        return "podium";
    case KeyOrigin::Google:
        return "google";
    case KeyOrigin::Other:
        break;
    }
    return "other";
}

const char *accountOriginName(AccountOrigin origin)
{
    switch (origin) {
    case AccountOrigin::Creating:
        return "creating";
    case AccountOrigin::Created:
        return "created";
    case AccountOrigin::Adopted:
        return "adopted";
    case AccountOrigin::None:
        break;
    }
    return "none";
}

Json accountPlanJson(const AccountPlan &account)
{
    Json steps = Json::array();
    for (const PlanStep &step : account.steps) {
        steps.push_back({{"kind", text(stepKindName(step.kind))}, {"text", text(step.text)}});
    }
    Json notes = Json::array();
    for (const PlanNote &note : account.notes) {
        notes.push_back({{"kind", noteKindName(note.kind)}, {"text", text(note.text)}});
    }
    return {
        {"login", text(account.login)},
        {"state", text(accountStateName(account.state))},
        {"steps", std::move(steps)},
        {"notes", std::move(notes)}};
}

Json keyJson(const ActualKey &key)
{
    Json json{{"origin", originName(key.origin)}, {"line", key.lineNumber}};
    if (key.line) {
        json["type"] = text(keyTypeName(key.line->key.type()));
        json["bits"] = key.line->key.bits();
        json["fingerprint"] = text(key.line->key.fingerprint());
        json["comment"] = text(ssh::plainText(key.line->comment));
        json["options"] = text(ssh::plainText(key.line->options));
    } else {
        json["fingerprint"] = nullptr;
    }
    json["until"] = key.until ? time(QDateTime::fromSecsSinceEpoch(*key.until, Qt::UTC)) : nullptr;
    json["inSecondFile"] = key.inSecondFile;
    return json;
}

Json accountJson(const ActualWorker &found, const ActualAccount &account)
{
    Json keys = Json::array();
    for (const ActualKey &key : account.keys) {
        keys.push_back(keyJson(key));
    }
    return {
        {"login", text(account.login)},
        {"uid", account.uid},
        {"name", text(account.fullName)},
        {"home", text(account.home)},
        {"shell", text(account.shell)},
        {"password", text(account.password)},
        {"closed", account.isClosed()},
        {"podium", accountOriginName(account.origin)},
        {"google", account.isGoogles},
        {"groups", texts(account.groups)},
        {"sudo", account.isRoot() || account.hasPodiumSudo || !account.sudoSources.isEmpty()},
        {"sudoRules", texts(account.sudoSources)},
        {"keys", std::move(keys)},
        {"problems", texts(account.pathProblems)},
        {"lastLogin", text(found.lastLogins.value(account.login))},
        {"processes", found.processes.value(account.login).count},
        {"crontab", account.hasCrontab},
        {"units", account.hasUnits},
        {"lingers", account.lingers}};
}

} // namespace

Json rosterJson(const Roster &roster)
{
    return Json::parse(rosterToJson(roster).toStdString());
}

Json workerPlanJson(const WorkerPlan &plan, const WorkerCheck *check)
{
    Json accounts = Json::array();
    for (const AccountPlan &account : plan.accounts) {
        accounts.push_back(accountPlanJson(account));
    }
    Json json{
        {"worker", text(plan.worker.text())},
        {"known", plan.isKnown},
        {"wantedAccounts", plan.desiredAccounts},
        {"steps", plan.stepCount()},
        {"accounts", std::move(accounts)}};
    if (check && check->error) {
        json["error"] = errorJson(*check->error);
    }
    return json;
}

Json actualJson(const WorkerRef &worker, const WorkerCheck *check)
{
    Json json{{"worker", text(worker.text())}};
    if (check && check->error) {
        json["error"] = errorJson(*check->error);
    }
    if (!check || !check->found) {
        return json;
    }
    Json accounts = Json::array();
    for (const auto &account : check->found->accounts) {
        accounts.push_back(accountJson(*check->found, *account));
    }
    json["host"] = text(check->found->host);
    json["lookedAt"] = time(check->lookedAt);
    json["osLogin"] = check->found->usesOsLogin();
    json["missingTools"] = texts(check->found->missingTools);
    json["accounts"] = std::move(accounts);
    return json;
}

Json mergeJson(const Merge &merge)
{
    Json conflicts = Json::array();
    for (const MergeConflict &conflict : merge.conflicts) {
        conflicts.push_back(
            {{"login", text(conflict.login.text())},
             {"what", text(conflict.what)},
             {"ours", text(conflict.ours)},
             {"theirs", text(conflict.theirs)}});
    }
    return {{"added", merge.added}, {"conflicts", std::move(conflicts)}};
}

Json proofJson(const KeyProof &proof)
{
    Json json{
        {"proven", proof.isProven()},
        {"refusedKeys", proof.refused},
        {"stillTaken", texts(proof.taken)}};
    if (proof.error) {
        json["error"] = errorJson(*proof.error);
    }
    return json;
}

Json askedJson(const Asked &asked)
{
    Json unreached = Json::array();
    for (const WorkerRef &worker : asked.unreached) {
        unreached.push_back(text(worker.text()));
    }
    Json stopped = Json::array();
    for (const NodeRef &node : asked.stopped) {
        stopped.push_back(text(node.text()));
    }
    return {
        {"workers", asked.total()},
        {"reached", int(asked.reached.size())},
        {"unreached", std::move(unreached)},
        {"stopped", std::move(stopped)},
        {"unknown", texts(asked.unknown)}};
}

} // namespace podium::ctl
