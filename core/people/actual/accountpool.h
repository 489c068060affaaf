// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/actual/actualstate.h"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace podium::people {

/// In a fleet an account is mostly on one worker as on the others. What is equal is one object
/// here: it takes memory once, and whether two are equal their addresses say. Thread-safe.
class AccountPool final
{
public:
    /// The one that is equal to `account`. It stays for as long as somebody has it.
    [[nodiscard]] std::shared_ptr<const ActualAccount> share(ActualAccount account);

private:
    void forgetGone();

    std::mutex m_mutex;
    std::unordered_multimap<uint, std::weak_ptr<const ActualAccount>> m_known; ///< by hash
    std::size_t m_mostKnown = 1024; ///< then those that nobody has any more are left out
};

} // namespace podium::people
