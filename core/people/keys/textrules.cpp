// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/textrules.h"

#include <QRegularExpression>
#include <QSet>
#include <QStringList>

namespace podium::people {

namespace {

constexpr int LongestName = 100;
constexpr int LongestEmail = 254; // RFC 5321
constexpr int LongestNote = 4000;

Error refusal(const QString &summary, const QString &subject = {}, const QString &hint = {})
{
    return {
        .kind = ErrorKind::InvalidArgument,
        .summary = summary,
        .detail = {},
        .hint = hint,
        .subject = subject};
}

std::optional<QString> harmOf(char32_t c)
{
    if (c == U'\n' || c == U'\r' || c == 0x2028 || c == 0x2029 || c == 0x85) {
        return QStringLiteral("a line break");
    }
    if (c == 0) {
        return QStringLiteral("a NUL character");
    }
    switch (QChar::category(uint(c))) {
    case QChar::Other_Control:
        return QStringLiteral("a control character");
    case QChar::Other_Format:
        return QStringLiteral("a character that cannot be seen or turns the direction of writing");
    case QChar::Other_Surrogate:
    case QChar::Other_NotAssigned:
    case QChar::Other_PrivateUse:
        return QStringLiteral("a character that means nothing");
    default:
        return std::nullopt;
    }
}

/// One line of harmless text of at most `limit` characters.
Result<> checkLine(const QString &what, const QString &text, int limit)
{
    if (text.size() > limit) {
        return failure(
            refusal(QStringLiteral("%1 is longer than %2 characters.").arg(what).arg(limit)));
    }
    if (const auto harm = harmIn(text)) {
        return failure(refusal(QStringLiteral("%1 has %2 in it.").arg(what, *harm)));
    }
    return {};
}

const QSet<QString> &reservedLogins()
{
    // Accounts of Debian, Ubuntu and the TPU images, and of services that are often installed.
    static const QSet<QString> names = [] {
        const QString text = QStringLiteral(
            "root daemon bin sys sync games man lp mail news uucp proxy backup list irc gnats "
            "nobody nogroup messagebus sshd syslog uuidd tcpdump tss landscape pollinate "
            "fwupd-refresh "
            "systemd systemd-network systemd-resolve systemd-timesync systemd-coredump systemd-oom "
            "polkitd avahi colord geoclue pulse rtkit saned usbmux whoopsie kernoops dnsmasq "
            "lxd docker ubuntu debian admin administrator sudo wheel adm staff users ssh "
            "google google-sudoers chrony ntp ntpd postfix exim debian-exim postgres mysql redis "
            "www-data nginx apache git jenkins gdm lightdm halt shutdown operator ftp guest test "
            "_apt _chrony _rpc statd sgx kvm render input disk kmem tty video audio plugdev "
            "netdev crontab shadow utmp podium");
        const QStringList words = text.split(QLatin1Char(' '));
        return QSet<QString>(words.begin(), words.end());
    }();
    return names;
}

} // namespace

std::optional<QString> harmIn(const QString &text)
{
    for (const uint c : text.toUcs4()) {
        if (const auto harm = harmOf(c)) {
            return harm;
        }
    }
    return std::nullopt;
}

std::optional<QString> harmIn(const QByteArray &utf8)
{
    const QString text = QString::fromUtf8(utf8.constData(), utf8.size()); // a NUL does not end it
    if (text.toUtf8() != utf8) {
        return QStringLiteral("bytes that are no text");
    }
    return harmIn(text);
}

bool isReservedLogin(const QString &login)
{
    return reservedLogins().contains(login) || login.startsWith(QLatin1String("systemd-")) ||
           login.startsWith(QLatin1String("sa_")); // OS Login's name for service accounts
}

Result<UserName> parseLogin(const QString &text)
{
    auto name = UserName::parse(text);
    if (!name) {
        return failure(refusal(
            QStringLiteral("Not a valid Linux login name."), {},
            QStringLiteral(
                "Lower-case letters, digits, '-' and '_', at most 32, the first one a letter "
                "or '_'.")));
    }
    if (isReservedLogin(text)) {
        return failure(refusal(
            QStringLiteral("The name \"%1\" belongs to the system or a service.").arg(text), text,
            QStringLiteral("Choose another login for this person.")));
    }
    return *name;
}

Result<> checkFullName(const QString &name)
{
    if (auto fine = checkLine(QStringLiteral("The name"), name, LongestName); !fine) {
        return fine;
    }
    static const QRegularExpression bad(QStringLiteral(R"([:,\\])"));
    if (name.contains(bad)) {
        return failure(refusal(QStringLiteral("A name cannot have ':', ',' or '\\' in it: the "
                                              "account list uses them to separate fields.")));
    }
    return {};
}

Result<> checkEmail(const QString &email)
{
    if (email.isEmpty()) {
        return {};
    }
    static const QRegularExpression pattern(QStringLiteral(
        R"(\A[A-Za-z0-9._+%=~/#!$&'*^`{|}?-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\z)"));
    if (email.size() > LongestEmail || !pattern.match(email).hasMatch()) {
        return failure(refusal(QStringLiteral("This is no e-mail address.")));
    }
    return {};
}

Result<> checkShell(const QString &shell)
{
    static const QRegularExpression pattern(
        QStringLiteral(R"(\A(?:/[A-Za-z0-9_][A-Za-z0-9._+-]*){1,8}\z)"));
    if (!shell.isEmpty() && (shell.size() > LongestName || !pattern.match(shell).hasMatch())) {
        return failure(
            refusal(QStringLiteral("A login shell is an absolute path, such as /bin/bash.")));
    }
    return {};
}

bool isRootGroup(const QString &group)
{
    static const QSet<QString> names = {
        QStringLiteral("root"),           QStringLiteral("sudo"),   QStringLiteral("wheel"),
        QStringLiteral("admin"),          QStringLiteral("docker"), QStringLiteral("lxd"),
        QStringLiteral("google-sudoers"), QStringLiteral("disk"),   QStringLiteral("shadow"),
        QStringLiteral("kmem"),           QStringLiteral("incus"),  QStringLiteral("incus-admin"),
        QStringLiteral("libvirt")};
    return names.contains(group);
}

Result<> checkGroup(const QString &group)
{
    if (!UserName::parse(group)) {
        return failure(refusal(QStringLiteral("This is no name of a Linux group.")));
    }
    if (group == QLatin1String("google-sudoers") || group == QLatin1String("root")) {
        return failure(refusal(
            QStringLiteral("The group %1 is not given by hand.").arg(group), group,
            QStringLiteral("Grant sudo instead: there it can be seen and taken away.")));
    }
    return {};
}

Result<> checkNote(const QString &note)
{
    if (note.size() > LongestNote) {
        return failure(
            refusal(QStringLiteral("The note is longer than %1 characters.").arg(LongestNote)));
    }
    QString oneLine = note;
    oneLine.replace(QLatin1Char('\n'), QLatin1Char(' '))
        .replace(QLatin1Char('\t'), QLatin1Char(' '));
    if (const auto harm = harmIn(oneLine)) {
        return failure(refusal(QStringLiteral("The note has %1 in it.").arg(*harm)));
    }
    return {};
}

} // namespace podium::people
