// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/io/runtimefolder.h"
#include "core/ssh/keys/agentbroker.h"
#include "core/ssh/keys/keyfileagent.h"
#include "core/ssh/keys/loginproof.h"

#include <QHash>
#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <vector>

namespace podium::ssh {

/// An ssh agent for a machine that is trusted with little: it offers the keys that a login to an
/// endpoint would, of files and of the person's agent, and has signed what proves to be one of some
/// logins, for it is good on those servers alone. All else it refuses. A socket in a folder of
/// mode 0700, which goes with this object, in the pool. For the main thread; never waits.
class RestrictedAgent final : public QObject
{
    Q_OBJECT

public:
    /// `agentSocket`: of the person's agent; empty: none.
    RestrictedAgent(
        Endpoint endpoint, QString agentSocket, std::vector<AllowedLogin> allowed,
        QObject *parent = nullptr);
    ~RestrictedAgent() override;

    /// How long an agent may take to say which keys it has.
    static constexpr int ListingLimitMs = 15'000;

    /// Reads the key files, in the pool.
    void start();
    /// Empty until it is ready.
    [[nodiscard]] QString socketPath() const { return m_server.fullServerName(); }
    /// Signatures that were asked for and refused.
    [[nodiscard]] int refusals() const { return m_refusals; }

signals:
    /// Once. An Error where there is no key to sign with.
    void ready(const podium::Result<> &how);

private:
    struct Client
    {
        QByteArray received;
        bool isBusy = false; ///< its answer is being asked for
    };
    struct Identity
    {
        QByteArray blob;
        AgentBroker *holder = nullptr;
    };
    /// What a login would offer.
    struct LoginKeys
    {
        QStringList files;         ///< that can be used without a passphrase
        QList<QByteArray> chosen;  ///< keys that the files name
        bool offersOthers = false; ///< of the person's agent, besides those
    };
    [[nodiscard]] static LoginKeys readKeys(const Endpoint &endpoint);
    void begin();
    void listKeys();
    void onKeys(AgentBroker *holder, const QList<QByteArray> &blobs);
    void endListing();
    void onConnection();
    void serve(QLocalSocket *socket);
    void answer(QLocalSocket *socket, const agentprotocol::Message &message);
    void sign(QLocalSocket *socket, const agentprotocol::Signing &signing);

    const Endpoint m_endpoint;
    const QString m_agentSocket;
    const std::vector<AllowedLogin> m_allowed;
    std::shared_ptr<RuntimeFolder> m_folder; ///< made and removed in the pool
    LoginKeys m_keys;
    std::unique_ptr<KeyFileAgent> m_fileAgent;
    std::vector<std::unique_ptr<AgentBroker>> m_holders; ///< that of the files first
    const AgentBroker *m_filesHolder = nullptr;          ///< null: there is none
    int m_listing = 0; ///< that have not said yet which keys they have
    QTimer m_listingLimit;
    std::vector<Identity> m_identities;
    QLocalServer m_server;
    QHash<QLocalSocket *, Client> m_clients;
    int m_refusals = 0;
};

} // namespace podium::ssh
