// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/remote/script.h"
#include "core/tunnel/tunnelspec.h"

#include <QString>

#include <optional>

namespace podium::tunnel {

/// How a Jupyter server of the person's own lets them in. The token is a secret: it is handed to
/// the browser, on request to the clipboard or the terminal, and to nothing else.
struct JupyterServer
{
    QString token;      ///< letters, digits and the like; empty: it has a password, or neither
    QString basePath;   ///< "/", or where it serves
    bool isTls = false; ///< it answers to https alone
    /// TunnelSpec::host of a tunnel that leads to it and to nobody else; empty: it was not seen
    /// listening.
    QString host = {};
    bool operator==(const JupyterServer &) const = default;
};

/// A Jupyter may be behind the tunnel: it was found there, or its usual port is asked for.
[[nodiscard]] bool mayBeJupyter(const TunnelSpec &spec);

/// As who logs in, whose own servers it tells of; other people's tokens are theirs.
[[nodiscard]] remote::Script jupyterScript();

/// Of the answer to jupyterScript(): the one on this port. Nothing where there is none. Pure; never
/// trusts a byte.
[[nodiscard]] std::optional<JupyterServer> readJupyter(const remote::Answer &answer, quint16 port);

/// There is none, where the worker has answered.
[[nodiscard]] Error noJupyter(const TunnelSpec &spec);
/// There is one that was not seen listening: its token would go to whoever is there.
[[nodiscard]] Error placeUnknown(const TunnelSpec &spec);
/// There is one, without a token.
[[nodiscard]] Error noToken(const TunnelSpec &spec);

/// What a browser opens, through a tunnel that listens on this port: with the token, where there is
/// one, it is let in.
[[nodiscard]] QString jupyterAddress(const JupyterServer &server, quint16 localPort);

} // namespace podium::tunnel
