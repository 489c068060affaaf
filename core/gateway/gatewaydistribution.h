// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/streamrun.h"
#include "core/files/workercopy.h"
#include "core/gateway/clushoutput.h"
#include "core/gateway/gatewayplan.h"
#include "core/gateway/gatewaystep.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace podium::gateway {

/// What a group's bundle ends in, made here: its want, modes, folders and links (files::controlOf).
struct Control
{
    QByteArray bytes;
    QByteArray digest; ///< sha256, hexadecimal
};

/// What is passed on, and to whom.
struct DistributionInput
{
    WorkerRef gateway;
    InternalEndpoint gatewayEndpoint;
    QByteArray folder; ///< as a script takes it
    std::vector<Group> groups;
    std::vector<Control> controls;           ///< of each
    std::vector<InternalEndpoint> endpoints; ///< of each of the copy's workers
};

/// Passes on what the gateway has to the others, by clush there: a script on the gateway and one on
/// each of the others, which lets the gateway in, waits, and then proves what has come. See
/// docs/ARCHITECTURE.md. Lives on the thread of its runs; never waits.
class GatewayDistribution final : public QObject
{
    Q_OBJECT

public:
    /// Writes into `workers`, the copy's, what comes of those in the groups; it must outlive this.
    GatewayDistribution(
        run::RunService service, DistributionInput input, std::vector<files::WorkerCopy> &workers,
        QObject *parent = nullptr);
    ~GatewayDistribution() override;

    void start();
    void stop(); ///< see StreamRun::stop()
    /// Bytes that it gave to connections of this machine.
    [[nodiscard]] qint64 gatewayBytes() const;
    void updateProgress();
    /// Workers on which the key, or what lay with it, could not be seen to be gone.
    [[nodiscard]] const QStringList &notWithdrawn() const { return m_notWithdrawn; }
    /// Workers on which nothing of any copy through a gateway was left.
    [[nodiscard]] const QStringList &swept() const { return m_swept; }

signals:
    void finished();

private:
    struct Recipient
    {
        std::size_t worker = 0;
        std::size_t group = 0;
        std::shared_ptr<files::BytePipe> pipe;
        QByteArray user;
        std::optional<Error> reason; ///< why nothing comes
        bool wasAuthorized = false;  ///< was, at some time
        bool isWithdrawn = false;
        bool isSwept = false;     ///< of earlier copies nothing is left either
        bool wasReleased = false; ///< for a reason of the gateway
    };
    void advance();
    bool takeStep(GatewayStep step); ///< false: nothing more to do now
    void startGateway();
    void authorizeAll();
    void distribute();
    void release();
    void giveUp();
    void endGateway();
    void finish();
    void onGatewayItem(const QByteArray &item);
    void onGatewayEnded(const Result<> &how);
    void onGroupDistributed(std::size_t group);
    void onRecipientItems(int slot, const QByteArrayList &items);
    void onRecipientEnded(int slot, const Result<> &how);
    void order(Recipient &recipient, const QByteArray &line);
    void sendFile(const QByteArray &name, const QByteArray &bytes);
    [[nodiscard]] Error gatewayError() const;
    [[nodiscard]] std::vector<remote::Record> recipientData() const;

    const run::RunService m_service;
    const DistributionInput m_input;
    const QByteArray m_id;
    std::vector<files::WorkerCopy> &m_workers;
    std::vector<Recipient>
        m_recipients; ///< in the order of the slots, and of m_progress.recipients
    GatewayProgress m_progress;
    ClushOutput m_output;
    std::shared_ptr<files::BytePipe> m_gatewayPipe;
    QByteArray m_key;
    std::optional<Error> m_gatewayError;
    std::size_t m_waitingGroups = 0;
    qint64 m_gatewayInput = 0;
    qint64 m_recipientInput = 0;
    bool m_isGatewayWithdrawn = false;
    bool m_isGatewaySwept = false;
    bool m_isAdvancing = false;
    bool m_isOver = false;
    QStringList m_notWithdrawn;
    QStringList m_swept;
    QElapsedTimer m_since;
    std::unique_ptr<files::StreamRun> m_gatewayRun;
    std::unique_ptr<files::StreamRun> m_recipientsRun;
};

} // namespace podium::gateway
