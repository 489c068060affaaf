// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grant.h"

#include <QString>

#include <optional>
#include <vector>

namespace podium::lifecycle {

/// The mail that announces a TPU grant, as far as it could be read. Nothing is guessed: what it
/// does not say, or says in two ways, is missing. The day on which the grant begins is never in it.
struct GrantMail
{
    /// A line that is about TPUs and is no whole row.
    struct Unread
    {
        QString line;    ///< plain text of a stranger's
        QString missing; ///< "count", "zone" …, for a person
        bool operator==(const Unread &) const = default;
    };
    std::optional<ProjectId> project;
    std::optional<int> days;
    std::vector<TpuGrantRow> rows; ///< in the mail's order, each pool once
    std::vector<Unread> unread;
    bool operator==(const GrantMail &) const = default;
};

/// A mail is not larger, in bytes.
inline constexpr int LongestGrantMail = 256 * 1024;

/// Reads a mail as it was pasted or saved: quoted, with bullets, numbers or bold words. Pure.
[[nodiscard]] GrantMail readGrantMail(const QString &text);

/// One row as a person types it, like the mail or shorter: "64 spot v6e chips us-east1-d",
/// "5 on-demand v3-8 devices us-central1-f". What is missing, where it is none. Pure.
[[nodiscard]] tl::expected<TpuGrantRow, QString> readGrantRow(const QString &text);

} // namespace podium::lifecycle
