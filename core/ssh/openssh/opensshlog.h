// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/endpoint.h"
#include "core/ssh/keys/hostkey.h"
#include "core/ssh/transport.h"

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>

#include <cstdint>

namespace podium::ssh {

/// What an `ssh` process tells of itself: how far it is, and why it ended. Pure.
///
/// Its log (at level DEBUG1, in a file of its own) is its own words only. What it and a proxy
/// before the worker write to stderr is kept apart: a jump host must not be taken for the worker.
class OpensshLog final
{
public:
    enum class Step { Connecting, Greeted, KeyExchange, Login, Ready };

    void appendLog(const QByteArray &bytes);
    void appendErrors(const QByteArray &bytes); ///< stderr

    [[nodiscard]] Step step() const { return m_step; }
    /// A first look has written the worker's key down.
    [[nodiscard]] bool hasLearnedKey() const { return m_hasLearnedKey; }
    /// The channel with this number ended by a signal.
    [[nodiscard]] bool wasSignalled(std::uint32_t channel) const
    {
        return m_signalled.contains(channel);
    }
    /// It ended at once since it does not know this option (lower case) of its command line.
    [[nodiscard]] bool hasRefusedOption(const char *name) const;
    /// The last thing it complained of, in one line.
    [[nodiscard]] QString lastProblem() const;

    /// Why a process that ended before it was Ready did so: Refused or Unreachable. `known`: the
    /// keys that the worker may show.
    [[nodiscard]] Ending failure(const Endpoint &endpoint, const QList<HostKey> &known) const;

private:
    void readLine(const QByteArray &line);
    [[nodiscard]] QString find(const char *words) const;
    [[nodiscard]] Ending networkFailure(const Endpoint &endpoint) const;

    QByteArray m_rest;
    QByteArray m_errors;
    QList<QByteArray> m_complaints; ///< lines of the log that are not debugging
    QString m_shownKey;             ///< "TYPE SHA256:…"
    Step m_step = Step::Connecting;
    bool m_hasLearnedKey = false;
    bool m_hasBegun = false; ///< to log
    QSet<std::uint32_t> m_signalled;
};

} // namespace podium::ssh
