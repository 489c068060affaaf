// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grantmail.h"

#include <QString>

#include <map>
#include <vector>

namespace podium::models {

/// What a person has filled in to write a TPU grant down, as typed.
struct GrantForm
{
    QString project;
    QString from; ///< first day, "2026-11-24"
    QString days; ///< for how many
    QString rows; ///< one a line, as lifecycle::readGrantRow() takes them
    bool operator==(const GrantForm &) const = default;
};

/// What that is, and what is missing.
struct GrantPlan
{
    enum class Field { Project, From, Days, Rows };
    std::map<Field, QString> problems;        ///< a sentence each
    std::vector<lifecycle::TpuGrantRow> rows; ///< those that could be read
    lifecycle::TpuGrant grant;                ///< whole where there is no problem
};

/// Nothing is guessed: what is not said is a problem. Pure.
[[nodiscard]] GrantPlan planGrant(const GrantForm &form, const lifecycle::TpuGrants &existing);

/// A form with what a mail says; what it leaves open stays as it is in `form`. Lines of the mail
/// that are no whole rows are among the rows, so that a person can complete them. Pure.
[[nodiscard]] GrantForm withMail(GrantForm form, const lifecycle::GrantMail &mail);

/// A row as readGrantRow() takes it: "64 spot v6e chips us-east1-d".
[[nodiscard]] QString typedRow(const lifecycle::TpuGrantRow &row);

} // namespace podium::models
