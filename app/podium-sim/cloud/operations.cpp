// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/operations.h"

#include "app/podium-sim/cloud/sshkey.h"
#include "app/podium-sim/cloud/values.h"

#include <algorithm>

namespace podium::sim {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int codeCancelled = 1;
constexpr int codeInternal = 13;

std::string Operations::start(
    const std::string &location, const std::string &verb, const std::string &target,
    long milliseconds, Finish finish)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    const std::string name = location + "/operations/operation-" + std::to_string(millis) + '-' +
                             randomHex(6) + '-' + randomHex(4) + '-' + randomHex(4);
    Operation operation;
    operation.verb = verb;
    operation.target = target;
    operation.createTime = timestamp();
    operation.due = Clock::now() + std::chrono::milliseconds(milliseconds);
    operation.finish = std::move(finish);
    m_operations.emplace(name, std::move(operation));
    return name;
}

void Operations::finish(Operation &operation)
{
    operation.done = true;
    operation.endTime = timestamp();
    try {
        operation.response = operation.finish();
    } catch (const OperationError &error) {
        operation.error = {{"code", error.code}, {"message", error.message}};
    } catch (const std::exception &error) {
        operation.error = {{"code", codeInternal}, {"message", error.what()}};
    }
    operation.finish = nullptr;
}

void Operations::settle()
{
    const auto now = Clock::now();
    for (auto &[name, operation] : m_operations) {
        if (!operation.done && operation.due <= now)
            finish(operation);
    }
}

json Operations::get(const std::string &name, const std::string &version) const
{
    const auto found = m_operations.find(name);
    if (found == m_operations.end())
        return nullptr;
    const Operation &operation = found->second;
    json metadata = {
        {"@type", "type.googleapis.com/google.cloud.tpu." + version + ".OperationMetadata"},
        {"createTime", operation.createTime},
        {"target", operation.target},
        {"verb", operation.verb},
        {"apiVersion", version}};
    if (operation.cancelRequested)
        metadata["cancelRequested"] = true;
    json result = {{"name", name}};
    if (operation.done) {
        metadata["endTime"] = operation.endTime;
        result["done"] = true;
        if (operation.error.is_null())
            result["response"] = operation.response;
        else
            result["error"] = operation.error;
    }
    result["metadata"] = std::move(metadata);
    return result;
}

std::vector<std::string> Operations::list(const std::string &location) const
{
    std::vector<std::string> names;
    for (const auto &[name, operation] : m_operations) {
        if (name.rfind(location + '/', 0) == 0)
            names.push_back(name);
    }
    return names;
}

bool Operations::isBusy(const std::string &target) const
{
    return std::any_of(m_operations.begin(), m_operations.end(), [&target](const auto &entry) {
        return !entry.second.done && entry.second.target == target;
    });
}

bool Operations::remove(const std::string &name)
{
    return m_operations.erase(name) != 0;
}

bool Operations::cancel(const std::string &name)
{
    const auto found = m_operations.find(name);
    if (found == m_operations.end())
        return false;
    Operation &operation = found->second;
    operation.cancelRequested = true;
    if (!operation.done) {
        operation.finish = []() -> json {
            throw OperationError{codeCancelled, "The operation was cancelled."};
        };
        finish(operation);
    }
    return true;
}

} // namespace podium::sim
