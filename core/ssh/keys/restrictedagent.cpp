// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/restrictedagent.h"

#include "core/base/jobs.h"
#include "core/ssh/keys/privatekeys.h"

#include <algorithm>
#include <utility>

namespace podium::ssh {

namespace {

Error noKey(const QString &detail)
{
    return {
        ErrorKind::Authentication, QStringLiteral("There is no key to sign the logins with."),
        detail, QStringLiteral("Add your key to an ssh agent: ssh-add.")};
}

QByteArray refusal()
{
    return agentprotocol::message(agentprotocol::Failure);
}

} // namespace

RestrictedAgent::RestrictedAgent(
    Endpoint endpoint, QString agentSocket, std::vector<AllowedLogin> allowed, QObject *parent)
    : QObject(parent)
    , m_endpoint(std::move(endpoint))
    , m_agentSocket(std::move(agentSocket))
    , m_allowed(std::move(allowed))
    , m_folder(std::make_shared<RuntimeFolder>(RuntimeFolder::usualParent()))
{
    m_listingLimit.setSingleShot(true);
    m_listingLimit.setInterval(ListingLimitMs);
    connect(&m_listingLimit, &QTimer::timeout, this, &RestrictedAgent::endListing);
    connect(&m_server, &QLocalServer::newConnection, this, &RestrictedAgent::onConnection);
}

RestrictedAgent::~RestrictedAgent()
{
    m_holders.clear(); // their answers come to this
    for (auto client = m_clients.keyBegin(); client != m_clients.keyEnd(); ++client) {
        (*client)->disconnect(this); // who is still connected goes with the server, after m_clients
    }
    m_server.close();
    m_fileAgent.reset();
    releaseInPool(std::move(m_folder));
}

/// As a login does it.
RestrictedAgent::LoginKeys RestrictedAgent::readKeys(const Endpoint &endpoint)
{
    LoginKeys read;
    PrivateKeys keys;
    bool isAnyFileThere = false;
    for (const QString &path : endpoint.identityFiles) {
        const IdentityFile &file = keys.load(path);
        isAnyFileThere = isAnyFileThere || file.state != IdentityFile::State::Missing;
        if (file.state == IdentityFile::State::Ready) {
            read.files << path;
        }
        if (!file.publicBlob.isEmpty()) {
            read.chosen << file.publicBlob;
        }
    }
    read.offersOthers = !isAnyFileThere || endpoint.offerAllAgentKeys;
    return read;
}

void RestrictedAgent::start()
{
    runJob(
        this,
        [endpoint = m_endpoint, folder = m_folder] {
            (void)folder->path(); // made here, and before it others that were left are removed
            return readKeys(endpoint);
        },
        [this](LoginKeys keys) {
            m_keys = std::move(keys);
            begin();
        });
}

void RestrictedAgent::begin()
{
    if (!m_keys.files.isEmpty()) {
        m_fileAgent = std::make_unique<KeyFileAgent>(m_folder, m_keys.files);
        m_holders.push_back(std::make_unique<AgentBroker>(m_fileAgent->socketPath()));
        m_filesHolder = m_holders.back().get();
    }
    if (m_endpoint.useAgent && !m_agentSocket.isEmpty()) {
        m_holders.push_back(std::make_unique<AgentBroker>(m_agentSocket));
    }
    if (m_holders.empty()) {
        emit ready(failure(noKey({})));
        return;
    }
    const QString folder = m_folder->path();
    if (folder.isEmpty() || !m_server.listen(folder + QStringLiteral("/agent"))) {
        emit ready(failure(noKey(m_server.errorString())));
        return;
    }
    m_listingLimit.start();
    if (!m_fileAgent) {
        listKeys();
        return;
    }
    connect(m_fileAgent.get(), &KeyFileAgent::ready, this, [this](const Result<> &how) {
        if (!how) {
            m_filesHolder = nullptr;
            m_holders.erase(m_holders.begin());
        }
        listKeys();
    });
    m_fileAgent->start();
}

void RestrictedAgent::listKeys()
{
    m_listing = int(m_holders.size());
    for (const auto &each : m_holders) {
        AgentBroker *holder = each.get();
        [[maybe_unused]] const auto ticket = holder->keys(
            [] {},
            [this, holder](const Result<QList<QByteArray>> &blobs) { // on the broker's thread
                QMetaObject::invokeMethod(
                    this,
                    [this, holder, blobs = blobs.value_or(QList<QByteArray>())] {
                        onKeys(holder, blobs);
                    },
                    Qt::QueuedConnection);
            });
    }
    if (m_listing == 0) {
        endListing();
    }
}

void RestrictedAgent::onKeys(AgentBroker *holder, const QList<QByteArray> &blobs)
{
    const bool isOfFiles = holder == m_filesHolder;
    for (const QByteArray &blob : blobs) {
        const bool isKnown = std::any_of(
            m_identities.begin(), m_identities.end(),
            [&blob](const Identity &identity) { return identity.blob == blob; });
        if (!isKnown && (isOfFiles || m_keys.offersOthers || m_keys.chosen.contains(blob))) {
            m_identities.push_back({blob, holder});
        }
    }
    if (--m_listing == 0) {
        endListing();
    }
}

void RestrictedAgent::endListing()
{
    if (m_listing < 0) {
        return; // after the limit
    }
    m_listing = -1;
    m_listingLimit.stop();
    emit ready(
        m_identities.empty()
            ? failure(noKey(QStringLiteral("Neither a key file nor the ssh agent has one.")))
            : Result<>());
}

void RestrictedAgent::onConnection()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        m_clients.insert(socket, {});
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] { serve(socket); });
        connect(socket, &QLocalSocket::disconnected, this, [this, socket] {
            m_clients.remove(socket);
            socket->deleteLater();
        });
    }
}

void RestrictedAgent::serve(QLocalSocket *socket)
{
    const auto client = m_clients.find(socket);
    if (client == m_clients.end()) {
        return;
    }
    client->received += socket->readAll();
    while (!client->isBusy) {
        const auto message = agentprotocol::takeMessage(client->received);
        if (!message) {
            return;
        }
        answer(socket, *message);
    }
}

void RestrictedAgent::answer(QLocalSocket *socket, const agentprotocol::Message &message)
{
    if (message.type == agentprotocol::RequestIdentities) {
        QList<QByteArray> blobs;
        for (const Identity &identity : m_identities) {
            blobs << identity.blob;
        }
        socket->write(agentprotocol::identitiesAnswer(blobs));
    } else if (const auto signing = agentprotocol::parseSigning(message)) {
        sign(socket, *signing);
    } else {
        socket->write(refusal());
    }
}

void RestrictedAgent::sign(QLocalSocket *socket, const agentprotocol::Signing &signing)
{
    const auto identity =
        std::find_if(m_identities.begin(), m_identities.end(), [&signing](const Identity &each) {
            return each.blob == signing.keyBlob;
        });
    const auto proof = LoginProof::parse(signing.data);
    if (identity == m_identities.end() || !proof || proof->keyBlob != signing.keyBlob ||
        !isAllowed(*proof, m_allowed)) {
        ++m_refusals;
        socket->write(refusal());
        return;
    }
    m_clients[socket].isBusy = true;
    const QPointer<QLocalSocket> asker(socket);
    [[maybe_unused]] const auto ticket = identity->holder->sign(
        signing, [] {},
        [this, asker](const Result<QByteArray> &signature) {
            const QByteArray reply = // on the broker's thread
                signature ? agentprotocol::message(agentprotocol::SignResponse, *signature)
                          : refusal();
            QMetaObject::invokeMethod(
                this,
                [this, asker, reply] {
                    const auto client = m_clients.find(asker);
                    if (client != m_clients.end()) { // else it has gone
                        asker->write(reply);
                        client->isBusy = false;
                        serve(asker);
                    }
                },
                Qt::QueuedConnection);
        });
}

} // namespace podium::ssh
