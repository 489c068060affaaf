// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/hostkeycheck.h"

#include <QStringList>

namespace podium::ssh {

namespace {

QString describe(const QList<HostKey> &keys)
{
    QStringList texts;
    for (const HostKey &key : keys) {
        texts << QString::fromLatin1(key.type) + QLatin1Char(' ') + fingerprint(key.blob);
    }
    return texts.join(QStringLiteral(", "));
}

Error changed(const Endpoint &endpoint, const QList<HostKey> &known, const QString &shown)
{
    const bool isPinned = !endpoint.pinnedHostKeys.isEmpty();
    const QString worker = endpoint.worker.text();
    Error error;
    error.kind = ErrorKind::HostKey;
    error.subject = worker;
    error.summary =
        isPinned ? QStringLiteral("The host key of %1 is not one that the cloud reports for "
                                  "it; nothing was sent.")
                       .arg(worker)
                 : QStringLiteral("The host key of %1 has changed; nothing was sent.").arg(worker);
    error.detail = QStringLiteral("Known: %1. Shown now: %2.").arg(describe(known), shown);
    error.hint = isPinned
                     ? QStringLiteral(
                           "A recreated node has a new id and new keys; a key made anew on the "
                           "same node is taken up as soon as Google vouches for it. If neither is "
                           "so, something else answers at %1.")
                           .arg(endpoint.address)
                     : QStringLiteral(
                           "A recreated node has a new id and counts as a new host, so either sshd "
                           "was set up anew on this worker, or something else answers at %1. If "
                           "you know why, forget the key that is known.")
                           .arg(endpoint.address);
    return error;
}

Error tooShort(const Endpoint &endpoint, const HostKey &shown)
{
    const QString worker = endpoint.worker.text();
    return {
        ErrorKind::HostKey,
        QStringLiteral("The host key of %1 is too short to prove anything; nothing was sent.")
            .arg(worker),
        describe({shown}),
        QStringLiteral("It is an RSA key of less than 2048 bits. Have a new one made there: "
                       "`ssh-keygen -A`, after the old one was removed."),
        worker};
}

/// Those of the first meeting.
Result<QList<HostKey>> seenKeys(const Endpoint &endpoint, HostKeyStore &store)
{
    auto keys = store.keysFor(endpoint.hostKeyAlias);
    if (!keys) {
        keys.error().subject = endpoint.worker.text();
    }
    return keys;
}

} // namespace

Result<QList<HostKey>> acceptableKeys(const Endpoint &endpoint, HostKeyStore &store)
{
    if (!endpoint.pinnedHostKeys.isEmpty()) {
        QList<HostKey> pinned;
        for (const QString &text : endpoint.pinnedHostKeys) {
            if (const auto key = HostKey::parse(text.toUtf8()); key && !key->isTooShort()) {
                pinned << *key;
            }
        }
        if (pinned.isEmpty()) {
            return failure(
                {ErrorKind::HostKey,
                 QStringLiteral("The host keys that the cloud reports for %1 cannot be read.")
                     .arg(endpoint.worker.text()),
                 {},
                 {},
                 endpoint.worker.text()});
        }
        return pinned;
    }
    if (endpoint.hostKeyAlias.isEmpty()) {
        return failure(
            {ErrorKind::HostKey,
             QStringLiteral("There is no name under which to know the host key of %1.")
                 .arg(endpoint.worker.text()),
             {},
             {},
             endpoint.worker.text()});
    }
    return seenKeys(endpoint, store);
}

Result<> checkHostKey(const Endpoint &endpoint, const HostKey &shown, HostKeyStore &store)
{
    const auto known = acceptableKeys(endpoint, store);
    if (!known) {
        return failure(known.error());
    }
    if (shown.isTooShort()) {
        return failure(tooShort(endpoint, shown));
    }
    if (!endpoint.pinnedHostKeys.isEmpty()) {
        return known->contains(shown) ? Result<>()
                                      : failure(changed(endpoint, *known, describe({shown})));
    }
    const auto verdict = store.check(endpoint.hostKeyAlias, shown);
    if (verdict == HostKeyStore::Verdict::Known || verdict == HostKeyStore::Verdict::FirstUse) {
        return {};
    }
    const auto seen = seenKeys(endpoint, store);
    return failure(seen ? changed(endpoint, *seen, describe({shown})) : seen.error());
}

Error otherKeyShown(const Endpoint &endpoint, const QList<HostKey> &known, const QString &shown)
{
    return changed(endpoint, known, shown);
}

Error noKnownKeyShown(const Endpoint &endpoint, const QList<HostKey> &known, const QString &detail)
{
    Error error = changed(endpoint, known, QStringLiteral("a key of another type"));
    if (!detail.isEmpty()) {
        error.detail += QStringLiteral(" (%1)").arg(detail);
    }
    return error;
}

} // namespace podium::ssh
