// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/welcometext.h"

#include "core/base/daytext.h"
#include "core/people/roster/desiredstate.h"
#include "core/ssh/keys/hostkey.h"

#include <QCoreApplication>
#include <QStringList>
#include <QUrl>
#include <QUrlQuery>

#include <algorithm>

namespace podium::people {

namespace {

struct WelcomeWords
{
    Q_DECLARE_TR_FUNCTIONS(Welcome)
};

/// The account of a person on a node, from the grants as they are merged for it.
const DesiredAccount *
accountOf(const DesiredState &desired, const NodeRef &node, const Person &person)
{
    const auto accounts = desired.value(node); // shared, so the pointer stays good
    if (!accounts) {
        return nullptr;
    }
    const auto found =
        std::find_if(accounts->begin(), accounts->end(), [&person](const DesiredAccount &account) {
            return std::find(account.people.begin(), account.people.end(), person.login) !=
                   account.people.end();
        });
    return found == accounts->end() ? nullptr : &*found;
}

QString endText(const DesiredAccount &account)
{
    std::optional<qint64> last = 0;
    for (const DesiredKey &key : account.keys) {
        last = !key.until || !last ? std::nullopt : std::optional(std::max(*last, *key.until));
    }
    return last && *last > 0 ? plainTime(
                                   QDateTime::fromSecsSinceEpoch(*last, Qt::UTC),
                                   QStringLiteral("yyyy-MM-dd HH:mm 'UTC'"))
                             : QString();
}

QStringList nodeLines(const cloud::Node &node, const DesiredAccount &account)
{
    const int workers = int(node.workers.size());
    QString line = WelcomeWords::tr("- %1 (%2, %3), as %4")
                       .arg(
                           node.ref.name.text(), node.acceleratorType,
                           workers == 1 ? WelcomeWords::tr("1 worker")
                                        : WelcomeWords::tr("%1 workers").arg(workers),
                           account.login.text());
    line += account.sudo ? WelcomeWords::tr(", with sudo") : QString();
    if (const QString end = endText(account); !end.isEmpty()) {
        line += WelcomeWords::tr(", until %1").arg(end);
    }
    QStringList lines{line};
    for (int i = 0; i < workers; ++i) {
        for (const QString &text : node.workers[std::size_t(i)].hostKeys) {
            if (const auto key = ssh::HostKey::parse(text.toUtf8())) {
                lines << QStringLiteral("    %1:%2  %3  %4")
                             .arg(node.ref.name.text())
                             .arg(i)
                             .arg(QString::fromLatin1(key->type), ssh::fingerprint(key->blob));
            }
        }
    }
    return lines;
}

} // namespace

QString WelcomeText::mailto(const QString &email) const
{
    QUrl url;
    url.setScheme(QStringLiteral("mailto"));
    url.setPath(email);
    // Percent-encoded whole: '+' and '&' in the text are no part of the form.
    const auto encoded = [](const QString &text) {
        return QString::fromLatin1(QUrl::toPercentEncoding(text));
    };
    QString lines = body;
    lines.replace(QLatin1Char('\n'), QLatin1String("\r\n")); // RFC 6068
    return QString::fromLatin1(url.toEncoded()) + QStringLiteral("?subject=") + encoded(subject) +
           QStringLiteral("&body=") + encoded(lines);
}

WelcomeText welcomeText(
    const Person &person, const inventory::Snapshot &snapshot, const QString &hostEntries,
    const QDateTime &now)
{
    Roster alone;
    alone.people = {person};
    const DesiredState desired = desiredState(alone, snapshot, now);
    QStringList nodes;
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        if (const DesiredAccount *account = accountOf(desired, entry.node.ref, person)) {
            nodes += nodeLines(entry.node, *account);
        }
    }
    QStringList body;
    body << (person.fullName.isEmpty() ? WelcomeWords::tr("Hello,")
                                       : WelcomeWords::tr("Hello %1,").arg(person.fullName))
         << QString();
    if (nodes.isEmpty()) {
        body << WelcomeWords::tr("You have an account, and no TPU node to use it on yet.");
    } else {
        body << WelcomeWords::tr("You can log in with ssh, with your own key, on:") << QString()
             << nodes << QString()
             << WelcomeWords::tr(
                    "Where a line shows SHA256:…, ssh must show the same for that worker when you "
                    "log in for the first time; otherwise stop, and ask.");
    }
    body << QString() << WelcomeWords::tr("Your key:");
    for (const RosterKey &key : person.keys) {
        body << QStringLiteral("    %1  %2").arg(key.key.fingerprint(), key.label);
    }
    if (!hostEntries.isEmpty()) {
        body << QString() << hostEntries.trimmed();
    }
    body << QString() << WelcomeWords::tr("There is no password, and nobody will ask you for one.")
         << QString();
    return {
        nodes.isEmpty() ? WelcomeWords::tr("Your account on our TPU nodes")
                        : WelcomeWords::tr("You can log in on our TPU nodes now"),
        body.join(QLatin1Char('\n'))};
}

} // namespace podium::people
