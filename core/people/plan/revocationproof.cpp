// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/revocationproof.h"

#include "core/people/plan/plantexts.h"
#include "core/ssh/libssh/keyprobe.h"

#include <QMap>
#include <QSet>

#include <algorithm>

namespace podium::people {

namespace {

bool isWanted(const DesiredAccounts &desired, const QString &login, const PublicKey &key)
{
    return std::any_of(desired.begin(), desired.end(), [&](const DesiredAccount &account) {
        return account.login.text() == login &&
               std::any_of(account.keys.begin(), account.keys.end(), [&](const DesiredKey &own) {
                   return own.key == key;
               });
    });
}

/// sshd refuses a DSA key without looking at it, and Podium never put one anywhere.
bool canBeAsked(const PublicKey &key)
{
    return key.type() != KeyType::Dsa;
}

/// A key found there that must go, or must have gone: Podium's own, a former member's, and what
/// another one put into an account that is to have no other keys. What comes back from Google's
/// metadata, or is in a file that Podium does not write, goes from the latter by hand only.
bool mustGo(const ActualKey &key, bool isFormerMembers, bool isExclusive)
{
    const bool isRemovable = key.origin == KeyOrigin::Other && !key.inSecondFile;
    return key.origin == KeyOrigin::Podium || isFormerMembers || (isExclusive && isRemovable);
}

} // namespace

std::vector<RevokedKeys> keysToRefuse(
    const std::vector<FormerMember> &formerMembers, const DesiredAccounts &desired,
    const ActualWorker *before)
{
    QMap<QString, QList<PublicKey>> byLogin;
    const auto add = [&](const QString &login, const PublicKey &key) {
        QList<PublicKey> &keys = byLogin[login];
        if (canBeAsked(key) && !isWanted(desired, login, key) && !keys.contains(key)) {
            keys << key;
        }
    };
    QSet<QByteArray> formerKeys;
    for (const FormerMember &formerMember : formerMembers) {
        for (const PublicKey &key : formerMember.keys) {
            formerKeys.insert(key.blob());
            add(formerMember.login.text(), key);
            for (const UserName &login : formerMember.logins) {
                add(login.text(), key);
            }
        }
    }
    QSet<QString> exclusive;
    for (const DesiredAccount &account : desired) {
        if (account.exclusive) {
            exclusive.insert(account.login.text());
        }
    }
    if (before) {
        for (const auto &account : before->accounts) {
            const bool isExclusive = exclusive.contains(account->login);
            for (const ActualKey &key : account->keys) {
                if (key.line &&
                    mustGo(key, formerKeys.contains(key.line->key.blob()), isExclusive)) {
                    add(account->login, key.line->key);
                }
            }
        }
    }
    std::vector<RevokedKeys> revoked;
    for (auto entry = byLogin.begin(); entry != byLogin.end(); ++entry) {
        if (!entry->isEmpty()) {
            revoked.push_back({entry.key(), *entry});
        }
    }
    return revoked;
}

KeyProof proveRefused(const ProofQuestion &question, ssh::HostKeyStore &hostKeys)
{
    KeyProof proof;
    proof.time = question.now;
    for (const RevokedKeys &entry : question.revoked) {
        for (int first = 0; first < entry.keys.size(); first += ssh::MostProbedKeys) {
            const QList<PublicKey> keys = entry.keys.mid(first, ssh::MostProbedKeys);
            ssh::KeyProbe probe{question.endpoint, {}};
            probe.isDirect = question.isDirect;
            probe.stop = question.stop;
            probe.endpoint.user = entry.login;
            for (const PublicKey &key : keys) {
                probe.blobs << key.blob();
            }
            const auto answers = ssh::probeKeys(probe, hostKeys);
            if (!answers) {
                proof.error = answers.error();
                return proof;
            }
            for (int i = 0; i < keys.size(); ++i) {
                if (answers->at(i)) {
                    proof.taken << QStringLiteral("%1 still takes the key %2 for %3.")
                                       .arg(
                                           question.endpoint.worker.text(), keys[i].fingerprint(),
                                           entry.login);
                } else {
                    ++proof.refused;
                }
            }
        }
    }
    return proof;
}

} // namespace podium::people
