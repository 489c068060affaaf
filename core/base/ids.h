// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHashFunctions>
#include <QMetaType>
#include <QString>

#include <compare>
#include <optional>
#include <tuple>

namespace podium {

/// A text that can only be made by a parse function, so it cannot hold a wrong value.
template <typename Tag>
class Identifier final
{
public:
    Identifier() = default; ///< empty; for containers
    /// The text as an id, or nothing where the rule of this kind of id refuses it.
    [[nodiscard]] static std::optional<Identifier> parse(const QString &text)
    {
        if (!Tag::accepts(text)) {
            return std::nullopt;
        }
        Identifier id;
        id.m_text = text;
        return id;
    }
    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }

    friend bool operator==(const Identifier &, const Identifier &) = default;
    friend std::strong_ordering operator<=>(const Identifier &a, const Identifier &b)
    {
        return QString::compare(a.m_text, b.m_text) <=> 0;
    }
    friend uint qHash(const Identifier &id, uint seed = 0) { return qHash(id.m_text, seed); }

private:
    QString m_text;
};

struct ProjectIdRule
{
    [[nodiscard]] static bool accepts(const QString &text);
};
struct ZoneRule
{
    [[nodiscard]] static bool accepts(const QString &text);
};
struct NodeNameRule
{
    [[nodiscard]] static bool accepts(const QString &text);
};
struct UserNameRule
{
    [[nodiscard]] static bool accepts(const QString &text);
};

/// Id or number of a Google Cloud project, e.g. "my-lab-1" or "example.com:my-lab".
using ProjectId = Identifier<ProjectIdRule>;
/// A zone, e.g. "us-central2-b".
using Zone = Identifier<ZoneRule>;
/// The name of a TPU node as the cloud gave it: any single path segment, so it may be hostile.
/// Ask isPlainName() before it goes anywhere but the screen.
using NodeName = Identifier<NodeNameRule>;
/// A Linux account name: ^[a-z_][a-z0-9_-]{0,31}$.
using UserName = Identifier<UserNameRule>;

/// Only [A-Za-z0-9._-], not starting with '-' or '.': fit for an ssh alias or a file name.
[[nodiscard]] bool isPlainName(const QString &text);

/// A TPU node's address in the cloud. Survives a recreate; Node::id tells those apart.
struct NodeRef
{
    ProjectId project;
    Zone zone;
    NodeName name;

    friend bool operator==(const NodeRef &, const NodeRef &) = default;
    // The 0 that the compiler compares with is no null pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const NodeRef &, const NodeRef &) = default;
    friend uint qHash(const NodeRef &ref, uint seed = 0)
    {
        return qHash(ref.name, qHash(ref.zone, qHash(ref.project, seed)));
    }
    [[nodiscard]] QString text() const; ///< PROJECT/ZONE/NODE
};

/// One host of a node.
struct WorkerRef
{
    NodeRef node;
    int index = 0; ///< from 0, as the Cloud TPU API counts

    friend bool operator==(const WorkerRef &, const WorkerRef &) = default;
    // The 0 that the compiler compares with is no null pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const WorkerRef &, const WorkerRef &) = default;
    friend uint qHash(const WorkerRef &ref, uint seed = 0)
    {
        return qHash(ref.node, seed) ^ (uint(ref.index) * 0x9e3779b9U);
    }
    [[nodiscard]] QString text() const; ///< PROJECT/ZONE/NODE:INDEX
    /// The inverse of text().
    [[nodiscard]] static std::optional<WorkerRef> parse(const QString &text);
};

} // namespace podium

Q_DECLARE_METATYPE(podium::NodeRef)
Q_DECLARE_METATYPE(podium::WorkerRef)
