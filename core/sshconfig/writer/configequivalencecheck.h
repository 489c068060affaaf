// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/check/sshconfigresolver.h"
#include "core/sshconfig/writer/filetransaction.h"

namespace podium::sshconfig {

/// Proves, by asking ssh before and after, that a change of the files means nothing to any name
/// but Podium's. Blocks.
class ConfigEquivalenceCheck final
{
public:
    ConfigEquivalenceCheck(const SshConfigResolver &resolver, const FileStates &states);

    /// Asks for the names that are not Podium's, before or after, and for one that nobody has: for
    /// those that the change could touch, and of the others for an even choice. For all of them
    /// where the text does not tell, and where that is asked for. Refused where ssh does not accept
    /// the config as it is.
    [[nodiscard]] Result<> askBefore(const FileContents &after, bool asksAll);
    /// Asks again with the new bytes, which are not in place yet; `generated` is where the new
    /// generated config lies (empty: where it always is). Refused where an answer differs.
    [[nodiscard]] Result<>
    compareCandidate(const QByteArray &ownAfter, const QString &generated) const;
    /// Asks again, for some names, with the files in place. Refused where an answer differs.
    [[nodiscard]] Result<> compareInPlace(const QString &ownPath) const;

private:
    [[nodiscard]] std::vector<std::string>
    namesToAsk(const FileContents &after, bool asksAll) const;
    [[nodiscard]] Result<> compare(const std::vector<Resolution> &after, std::size_t count) const;

    const SshConfigResolver &m_resolver;
    const FileStates &m_states;
    std::vector<std::string> m_names;
    std::vector<Resolution> m_before;
};

} // namespace podium::sshconfig
