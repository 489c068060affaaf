// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/fieldmask.h"

#include "app/podium-sim/api/router.h"

#include <cctype>

namespace podium::sim {

using nlohmann::json;

/// Reads a mask into a tree of objects; an empty object stands for "all of it".
class MaskReader final
{
public:
    explicit MaskReader(const std::string &text) : m_text(text) {}

    json read()
    {
        json tree = list();
        if (m_at != m_text.size())
            throw bad();
        return tree;
    }

private:
    [[nodiscard]] ApiError bad() const
    {
        return invalidArgument("Invalid field selection " + m_text);
    }
    [[nodiscard]] bool next(char c)
    {
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }
    std::string name()
    {
        const size_t start = m_at;
        while (m_at < m_text.size() &&
               (std::isalnum(static_cast<unsigned char>(m_text[m_at])) != 0 ||
                m_text[m_at] == '_' || m_text[m_at] == '*'))
            ++m_at;
        if (m_at == start)
            throw bad();
        return m_text.substr(start, m_at - start);
    }
    json item()
    {
        const std::string key = name();
        json below = json::object();
        if (next('/') || next('.')) {
            below = item();
        } else if (next('(')) {
            below = list();
            if (!next(')'))
                throw bad();
        }
        return {{key, std::move(below)}};
    }
    json list()
    {
        json tree = item();
        while (next(','))
            tree.merge_patch(item());
        return tree;
    }

    const std::string &m_text;
    size_t m_at = 0;
};

static json pick(const json &value, const json &tree)
{
    if (tree.empty())
        return value;
    if (value.is_array()) {
        json result = json::array();
        for (const json &entry : value)
            result.push_back(pick(entry, tree));
        return result;
    }
    if (!value.is_object())
        return value;
    json result = json::object();
    for (const auto &[key, entry] : value.items()) {
        const auto wanted = tree.find(tree.contains("*") ? "*" : key);
        if (wanted != tree.end())
            result[key] = pick(entry, *wanted);
    }
    return result;
}

json masked(const json &value, const std::string &fields)
{
    return pick(value, MaskReader(fields).read());
}

} // namespace podium::sim
