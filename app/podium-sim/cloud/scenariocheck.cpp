// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/scenariocheck.h"

#include "app/podium-sim/cloud/catalog.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <vector>

namespace podium::sim {

using nlohmann::json;

constexpr std::uint64_t mostWorkersOfNode = 4096;
constexpr std::uint64_t mostWorkers = 63500; // as many addresses as there are for them
constexpr std::uint64_t mostChips = 1000000;
constexpr std::uint64_t longestPage = 1000000;
constexpr std::uint64_t longestWait = 86400000; // a day, in ms
constexpr size_t longestShown = 40;
constexpr size_t longestLogin = 32;

using Check = std::function<void(const json &value, const std::string &place)>;

struct Field
{
    const char *name;
    Check check;
    bool isRequired = false;
};

/// `need` as in "must be a text".
[[noreturn]] static void
refuse(const std::string &place, const std::string &need, const json &value)
{
    std::string message = place + " must be " + need;
    const std::string shown = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (value.is_primitive() && shown.size() <= longestShown)
        message += ", not " + shown;
    throw BadScenario(message);
}

static void checkText(const json &value, const std::string &place)
{
    if (!value.is_string())
        refuse(place, "a text", value);
}

/// It becomes a part of paths.
static void checkName(const json &value, const std::string &place)
{
    if (!value.is_string() || value.get_ref<const std::string &>().empty() ||
        value.get_ref<const std::string &>().find_first_of("/:") != std::string::npos)
        refuse(place, "a name without / and :", value);
}

static void checkLogin(const json &value, const std::string &place)
{
    const auto fits = [](unsigned char c) {
        return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_' || c == '-';
    };
    const std::string login = value.is_string() ? value.get<std::string>() : std::string();
    if (login.empty() || login.size() > longestLogin || login == "root" ||
        std::isdigit(static_cast<unsigned char>(login[0])) != 0 || login[0] == '-' ||
        !std::all_of(login.begin(), login.end(), fits))
        refuse(place, "a login of small letters, digits, _ and - (and not root)", value);
}

static void checkFlag(const json &value, const std::string &place)
{
    if (!value.is_boolean())
        refuse(place, "true or false", value);
}

static Check wholeNumber(std::uint64_t least, std::uint64_t most)
{
    return [least, most](const json &value, const std::string &place) {
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() < least ||
            value.get<std::uint64_t>() > most)
            refuse(
                place,
                "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
                value);
    };
}

static Check oneOf(const std::vector<std::string> &words)
{
    return [words](const json &value, const std::string &place) {
        std::string list;
        for (const std::string &word : words) {
            if (value == word)
                return;
            list += (list.empty() ? "\"" : " or \"") + word + '"';
        }
        refuse(place, list, value);
    };
}

static Check listOf(const Check &each)
{
    return [each](const json &value, const std::string &place) {
        if (!value.is_array())
            refuse(place, "a list", value);
        for (size_t i = 0; i < value.size(); ++i)
            each(value[i], place + '[' + std::to_string(i) + ']');
    };
}

static void checkObject(const json &value, const std::string &place)
{
    if (!value.is_object())
        refuse(place.empty() ? "the whole" : place, "an object", value);
}

static void checkObjectOrNull(const json &value, const std::string &place)
{
    if (!value.is_null() && !value.is_object())
        refuse(place, "an object or null", value);
}

static void checkTexts(const json &value, const std::string &place)
{
    checkObject(value, place);
    for (const auto &[key, text] : value.items())
        checkText(text, place + '.' + key);
}

static void checkNumberOrText(const json &value, const std::string &place)
{
    if (!value.is_number_unsigned() && !value.is_string())
        refuse(place, "a whole number or a text", value);
}

static void
checkFields(const json &value, const std::string &place, const std::vector<Field> &fields)
{
    checkObject(value, place);
    const std::string stem = place.empty() ? place : place + '.';
    for (const Field &field : fields) {
        if (field.isRequired && !value.contains(field.name))
            throw BadScenario(stem + field.name + " is missing");
    }
    for (const auto &[key, entry] : value.items()) {
        const auto known = std::find_if(
            fields.begin(), fields.end(), [&name = key](const Field &f) { return name == f.name; });
        if (known == fields.end())
            throw BadScenario(stem + key + " is not something that a scenario has");
        known->check(entry, stem + key);
    }
}

void checkScenarioNode(const json &node, const std::string &place)
{
    static const std::vector<Field> fields = {
        {"zone", checkName, true},
        {"name", checkName, true},
        {"acceleratorType", checkText},
        {"runtimeVersion", checkText},
        {"state", checkText},
        {"health", checkText},
        {"healthDescription", checkText},
        {"createTime", checkText},
        {"workers", wholeNumber(1, mostWorkersOfNode)},
        {"spot", checkFlag},
        {"externalIps", checkFlag},
        {"labels", checkTexts},
        {"metadata", checkTexts},
        {"tags", listOf(checkText)},
        {"description", checkText},
        {"dataDisks", listOf(checkObject)},
        {"serviceAccount", checkObject},
        {"queuedResource", checkText},
        {"multisliceNode", checkFlag},
        {"guestAttributes", checkFlag},
        {"internalNetwork", checkFlag},
        {"device", oneOf({"accel", "vfio"})},
        {"upcomingMaintenance", checkObjectOrNull}};
    checkFields(node, place, fields);
}

static void checkInstance(const json &instance, const std::string &place)
{
    static const std::vector<Field> fields = {
        {"zone", checkName, true},
        {"name", checkName, true},
        {"status", checkText},
        {"externalIp", checkText},
        {"internalIp", checkText}};
    checkFields(instance, place, fields);
}

static void checkQuota(const json &quota, const std::string &place)
{
    static const std::vector<Field> fields = {
        {"zone", checkName, true}, {"spot", checkFlag}, {"chips", wholeNumber(0, mostChips), true}};
    checkFields(quota, place, fields);
}

static void checkProject(const json &project, const std::string &place)
{
    static const std::vector<Field> fields = {
        {"id", checkName, true},
        {"number", checkNumberOrText},
        {"name", checkText},
        {"lifecycle", checkText},
        {"tpuApi", oneOf({"enabled", "disabled", "denied"})},
        {"deniedPermissions", listOf(checkText)},
        {"addressLimit", wholeNumber(0, 100000)},
        {"quotas", listOf(checkQuota)},
        {"nat", checkFlag},
        {"sshKeys", listOf(checkText)},
        {"metadata", checkTexts},
        {"instances", listOf(checkInstance)},
        {"nodes", listOf(checkScenarioNode)}};
    checkFields(project, place, fields);
}

static void checkAccount(const json &account, const std::string &place)
{
    checkFields(account, place, {{"email", checkText, true}, {"publicKey", checkText, true}});
}

static void checkBucket(const json &bucket, const std::string &place)
{
    static const std::vector<Field> fields = {
        {"name", checkName, true},
        {"location", checkText, true},
        {"locationType", oneOf({"region", "dual-region", "multi-region"}), true}};
    checkFields(bucket, place, fields);
}

static std::uint64_t workersOf(const json &node)
{
    const auto type = acceleratorByName(node.value("acceleratorType", "v2-8"));
    return node.value("workers", static_cast<std::uint64_t>(type ? type->workers : 1));
}

/// Notes who has a name; refuses one that another has.
static void
takeName(std::map<std::string, std::string> &taken, const std::string &name, const std::string &who)
{
    const auto [place, isFresh] = taken.emplace(name, who);
    if (!isFresh)
        throw BadScenario(who + " must have another name than " + place->second);
}

static void checkBucketsTogether(const json &buckets)
{
    std::map<std::string, std::string> taken;
    for (size_t b = 0; b < buckets.size(); ++b)
        takeName(taken, buckets[b]["name"], "buckets[" + std::to_string(b) + ']');
}

/// What each part alone does not show.
static void checkTogether(const json &projects)
{
    std::map<std::string, std::string> taken;
    std::uint64_t workers = 0;
    for (size_t p = 0; p < projects.size(); ++p) {
        const std::string place = "projects[" + std::to_string(p) + ']';
        const std::string id = projects[p]["id"];
        takeName(taken, id, place);
        const json nodes = projects[p].value("nodes", json::array());
        for (size_t n = 0; n < nodes.size(); ++n) {
            const std::string zone = nodes[n]["zone"];
            const std::string name = nodes[n]["name"];
            takeName(
                taken, id + '/' + zone + '/' + name, place + ".nodes[" + std::to_string(n) + ']');
            workers += workersOf(nodes[n]);
        }
    }
    if (workers > mostWorkers)
        throw BadScenario(
            "the workers of all nodes must be at most " + std::to_string(mostWorkers) + ", not " +
            std::to_string(workers));
}

void checkScenario(const json &scenario)
{
    static const std::vector<Field> fields = {
        {"user", checkLogin},
        {"operationMs", wholeNumber(0, longestWait)},
        {"maxPageSize", wholeNumber(1, longestPage)},
        {"tokenSeconds", wholeNumber(0, longestWait)},
        {"serviceAccounts", listOf(checkAccount)},
        {"buckets", listOf(checkBucket)},
        {"projects", listOf(checkProject), true}};
    checkFields(scenario, {}, fields);
    checkTogether(scenario["projects"]);
    checkBucketsTogether(scenario.value("buckets", json::array()));
}

} // namespace podium::sim
