// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace podium::ssh {

/// In libssh's text where two sides have no method of encryption in common.
constexpr const char *NoMatch = "no match for method";

/// All that libssh says has failed on this thread while this lives. libssh itself keeps only the
/// last text, and of a failed key exchange that is often "Socket error: Success": where the peer's
/// greeting and proposal come in one piece, libssh closes the socket and then finds it closed.
class LibsshErrors final
{
public:
    LibsshErrors();
    ~LibsshErrors();
    LibsshErrors(const LibsshErrors &) = delete;
    LibsshErrors &operator=(const LibsshErrors &) = delete;

    /// The first text with these words in it, free of control characters; empty: there is none.
    [[nodiscard]] QString find(const char *words) const;

private:
    static void note(int priority, const char *function, const char *text, void *trail);

    int m_levelBefore;
    QList<QByteArray> m_texts;
};

} // namespace podium::ssh
