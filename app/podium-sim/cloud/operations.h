// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace podium::sim {

/// Of google.rpc.Code.
inline constexpr int codeInvalidArgument = 3;
inline constexpr int codeResourceExhausted = 8;

/// What a long-running operation ends in when it fails: a google.rpc.Status.
struct OperationError
{
    int code; ///< google.rpc.Code, a number
    std::string message;
};

/// The long-running operations of the cloud. Nothing runs by itself: what is due is done when
/// settle() is called, which is before every API call. One thread at a time.
class Operations final
{
public:
    /// Gives the operation's response, or throws OperationError.
    using Finish = std::function<nlohmann::json()>;

    /// Starts one that takes `milliseconds`; `location` is "projects/P/locations/Z", `target` what
    /// it is about. The operation's name.
    std::string start(
        const std::string &location, const std::string &verb, const std::string &target,
        long milliseconds, Finish finish);

    void settle();

    /// As the API of `version` shows it; null when there is none.
    [[nodiscard]] nlohmann::json get(const std::string &name, const std::string &version) const;
    /// The names of all of a location.
    [[nodiscard]] std::vector<std::string> list(const std::string &location) const;
    /// Whether one runs that is about `target`.
    [[nodiscard]] bool isBusy(const std::string &target) const;
    bool remove(const std::string &name);
    /// Ends one that runs with the code of a cancelled call.
    bool cancel(const std::string &name);

private:
    struct Operation
    {
        std::string verb;
        std::string target;
        std::string createTime;
        std::string endTime;
        std::chrono::steady_clock::time_point due;
        Finish finish;
        bool cancelRequested = false;
        bool done = false;
        nlohmann::json response;
        nlohmann::json error;
    };

    static void finish(Operation &operation);

    std::map<std::string, Operation> m_operations;
};

} // namespace podium::sim
