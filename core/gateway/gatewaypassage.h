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
struct PassageInput
{
    WorkerRef gateway;
    Inside gatewayInside;
    QByteArray folder; ///< as a script takes it
    std::vector<Group> groups;
    std::vector<Control> controls; ///< of each
    std::vector<Inside> inside;    ///< of each of the copy's workers
};

/// Passes on what the gateway has to the others, by clush there: a script on the gateway and one on
/// each of the others, which lets the gateway in, waits, and then proves what has come. See
/// docs/ARCHITECTURE.md. Lives on the thread of its runs; never waits.
class GatewayPassage final : public QObject
{
    Q_OBJECT

public:
    /// How long the key of a copy is let in, at the most; in hours.
    static constexpr int KeyHours = 6;

    /// Writes into `workers`, the copy's, what comes of those in the groups; it must outlive this.
    GatewayPassage(
        run::RunService service, PassageInput input, std::vector<files::WorkerCopy> &workers,
        QObject *parent = nullptr);
    ~GatewayPassage() override;

    void start();
    void stop(); ///< see StreamRun::stop()
    /// Bytes that it gave to connections of this machine.
    [[nodiscard]] qint64 gateBytes() const;
    void updateProgress();
    /// Workers on which the key, or what lay with it, could not be seen to be gone.
    [[nodiscard]] const QStringList &notWithdrawn() const { return m_notWithdrawn; }

signals:
    void finished();

private:
    struct Part
    {
        std::size_t worker = 0;
        std::size_t group = 0;
        std::shared_ptr<files::BytePipe> pipe;
        QByteArray user;
        std::optional<Error> reason; ///< why nothing comes
        bool isLetIn = false;        ///< was, at some time
        bool isWithdrawn = false;
    };
    void advance();
    bool takeStep(GatewayStep step); ///< false: nothing more to do now
    void openGate();
    void admitAll();
    void spread();
    void release();
    void giveUp();
    void closeGate();
    void finish();
    void onGateItem(const QByteArray &item);
    void onGateEnded(const Result<> &how);
    void onGroupSpread(std::size_t group);
    void onPartItems(int slot, const QByteArrayList &items);
    void onPartEnded(int slot, const Result<> &how);
    void order(Part &part, const QByteArray &line);
    void sendFile(const QByteArray &name, const QByteArray &bytes);
    [[nodiscard]] Error gateError() const;
    [[nodiscard]] std::vector<remote::Record> partData() const;

    const run::RunService m_service;
    const PassageInput m_input;
    const QByteArray m_id;
    std::vector<files::WorkerCopy> &m_workers;
    std::vector<Part> m_partsOf; ///< in the order of the slots, and of m_progress.parts
    GatewayProgress m_progress;
    ClushOutput m_output;
    std::shared_ptr<files::BytePipe> m_gatePipe;
    QByteArray m_key;
    std::optional<Error> m_gateError;
    std::size_t m_waitingGroups = 0;
    qint64 m_gateInput = 0;
    qint64 m_partInput = 0;
    bool m_isGateWithdrawn = false;
    bool m_isAdvancing = false;
    bool m_isOver = false;
    QStringList m_notWithdrawn;
    QElapsedTimer m_since;
    std::unique_ptr<files::StreamRun> m_gate;
    std::unique_ptr<files::StreamRun> m_parts;
};

} // namespace podium::gateway
