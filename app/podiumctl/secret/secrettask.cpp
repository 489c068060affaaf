// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/secret/secrettask.h"

#include "app/podiumctl/secret/hiddentext.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"

#include <utility>

namespace podium::ctl {

using secret::SecretBook;
using secret::SecretName;
using secret::SecretService;

namespace {

Json placementJson(const secret::Placement &placement)
{
    return {
        {"worker", text(placement.worker.text())},
        {"path", text(placement.path)},
        {"host", placement.host.isEmpty() ? Json(nullptr) : Json(text(placement.host))},
        {"recipe", text(placement.recipe)},
        {"login", placement.login.isEmpty() ? Json("root") : Json(text(placement.login))},
        {"since", time(placement.since)},
        {"certain", placement.isCertain}};
}

} // namespace

Result<SecretName> parseSecretName(const QString &text)
{
    if (const auto name = SecretName::parse(text)) {
        return *name;
    }
    return failure(
        {ErrorKind::InvalidArgument,
         QStringLiteral(
             "A secret's name has letters, digits, \".\", \"_\" and \"-\", begins with a "
             "letter or a digit, and is not longer than 64."),
         {},
         {},
         text.left(100)});
}

Error noSuchSecret(const secret::SecretName &name)
{
    return {
        ErrorKind::NotFound,
        QStringLiteral("There is no secret \"%1\".").arg(name.text()),
        {},
        QStringLiteral("`podiumctl secret list` says which there are."),
        name.text()};
}

SecretTask::SecretTask(SecretService &secrets, SecretArguments arguments, QObject *parent)
    : Task(parent)
    , m_secrets(secrets)
    , m_arguments(std::move(arguments))
{}

void SecretTask::refuse(const Error &error)
{
    printError(error);
    emit finished(ExitRefused);
}

void SecretTask::start()
{
    m_secrets.load({this, [this](const Result<SecretBook> &book) {
                        book ? act(*book) : refuse(book.error());
                    }});
}

void SecretTask::act(const SecretBook &book)
{
    if (m_arguments.action == SecretArguments::Action::List) {
        list(book);
        return;
    }
    const auto name = parseSecretName(m_arguments.name);
    if (!name) {
        printError(name.error());
        emit finished(ExitUsage);
    } else if (m_arguments.action == SecretArguments::Action::Set) {
        set(*name);
    } else {
        remove(*name);
    }
}

void SecretTask::list(const SecretBook &book)
{
    Json secrets = Json::array();
    std::vector<QStringList> rows{
        {QStringLiteral("SECRET"), QStringLiteral("SET"), QStringLiteral("WHERE")}};
    for (const SecretName &name : book.names()) {
        const auto placements = book.placementsOf(name);
        const SecretBook::Entry *entry = book.find(name);
        QStringList places;
        Json list = Json::array();
        for (const secret::Placement &placement : placements) {
            list.push_back(placementJson(placement));
            places << placeText(placement);
        }
        places.removeDuplicates();
        secrets.push_back(
            {{"name", text(name.text())},
             {"setAt", entry ? time(entry->setAt) : Json(nullptr)},
             {"placements", std::move(list)}});
        rows.push_back(
            {name.text(),
             entry ? entry->setAt.toLocalTime().date().toString(Qt::ISODate)
                   : QStringLiteral("not kept"),
             placements.empty() ? QStringLiteral("nowhere")
                                : whereText(placements) + QStringLiteral(", ") +
                                      places.join(QStringLiteral(", "))});
    }
    if (m_arguments.json) {
        printJson({{"secrets", std::move(secrets)}}, 2);
    } else if (rows.size() > 1) {
        printTable(rows);
    } else {
        printNote(QStringLiteral("There is no secret; `podiumctl secret set NAME` stores one."));
    }
    emit finished(ExitDone);
}

void SecretTask::tellWhere(const SecretName &name, const QString &sentence) const
{
    const QString where = whereText(m_secrets.book().placementsOf(name));
    if (!where.isEmpty()) {
        printNote(sentence.arg(where, name.text()));
    }
}

void SecretTask::set(const SecretName &name)
{
    const auto value = readSecret(QStringLiteral("Secret %1 (not shown)").arg(name.text()));
    const auto good = value ? secret::checkSecret(*value) : failure(value.error());
    if (!good) {
        if (!good.error().isCancelled()) {
            printError(good.error());
        }
        emit finished(good.error().isCancelled() ? ExitInterrupted : ExitUsage);
        return;
    }
    m_secrets.set(
        name, *value, SecretService::WithoutKeyring::Refuse,
        {this, [this, name](const Result<SecretService::Kept> &kept) {
             if (!kept) {
                 refuse(kept.error());
                 return;
             }
             printNote(QStringLiteral("%1 is in the keyring.").arg(name.text()));
             tellWhere(
                 name, QStringLiteral("It was put %1 before: run the recipe again to replace it "
                                      "there, or `podiumctl secret withdraw %2`."));
             emit finished(ExitDone);
         }});
}

void SecretTask::remove(const SecretName &name)
{
    if (!m_secrets.book().find(name)) {
        printError(noSuchSecret(name));
        emit finished(ExitUsage);
        return;
    }
    tellWhere(
        name,
        QStringLiteral("It is still %1; `podiumctl secret withdraw %2` takes it away there."));
    if (!isWished(
            QStringLiteral("Take %1 out of the keyring?").arg(name.text()), m_arguments.yes)) {
        refuse(needsYes(QStringLiteral("%1 was not removed.").arg(name.text()), name.text()));
        return;
    }
    // Nothing is kept in memory by this program.
    m_secrets.remove(
        name,
        {this, [this, name](const Result<SecretService::Removed> &removed) {
             if (removed) {
                 printNote(QStringLiteral("%1 is not in the keyring any more.").arg(name.text()));
                 emit finished(ExitDone);
             } else {
                 refuse(removed.error());
             }
         }});
}

} // namespace podium::ctl
