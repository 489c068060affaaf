// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/requestcoverage.h"

#include <map>

namespace podium::models {

/// How a node is asked for, and what comes afterwards.
struct CreateManner
{
    lifecycle::Means means = lifecycle::Means::Direct;
    int validHours = 24; ///< of a queued resource
    int runHours = 4;    ///< of flex-start
    QString reservation; ///< empty: none
    bool isRace = false;
    bool isKept = false;
    QStringList recipes;
    /// Those that can run when nobody is there to be asked; nothing: not known.
    std::optional<QStringList> unattended{};
};

/// What a person has filled in to have a node made.
struct CreateForm
{
    QString project;
    QString name;
    lifecycle::Generation generation = lifecycle::Generation::V6e;
    int chips = 8;
    QString zones;   ///< in the order in which they are tried, with blanks or commas between
    QString version; ///< empty: the usual one of the type
    bool spot = false;
    bool untilCapacity = false;
    int hours = 0; ///< of untilCapacity; 0: without end
    QMap<QString, QString> labels;
    CreateManner manner;
};

/// What would be asked for, and what that means.
struct CreatePlan
{
    enum class Field { Project, Name, Type, Zones, Version, How };
    std::map<Field, QString> problems; ///< a sentence each; where there is one, nothing is asked
    lifecycle::NodeRequest request;    ///< without an id; whole where there is no problem
    bool isCovered = false;            ///< in each of the zones
    bool hasLeftovers = false;         ///< what only holds quota any more is in the way
    /// Whether a grant covers it and what it costs by list price, a sentence for each zone.
    QStringList coverage;
    /// List price of the dearest zone that is not covered; nothing: unknown.
    std::optional<double> dollarsPerDay;
};

/// The zones that a text names, with blanks or commas between; none where a word is no zone.
[[nodiscard]] std::vector<Zone> zonesFromText(const QString &text);
/// The inverse.
[[nodiscard]] QString zonesText(const std::vector<Zone> &zones);

/// "us-central2-b: not covered, $618 a day by list price of 2026-06. No grant is for v4."
[[nodiscard]] QString coverageSentence(const lifecycle::ZoneCoverage &covered);

/// What it means to try a request in other zones.
struct ZonesPlan
{
    QString problem;       ///< a sentence; where there is one, they cannot be tried
    QStringList coverage;  ///< of each new one: whether a grant covers it, and what it costs
    bool isCostly = false; ///< one costs more than was confirmed so far, or has no known price
    /// List price of the dearest of those; nothing: unknown.
    std::optional<double> dollarsPerDay;
};
/// By the grants and what stands. Pure.
[[nodiscard]] ZonesPlan planZones(
    const lifecycle::NodeRequest &request, const std::vector<Zone> &zones,
    const lifecycle::TpuGrants &grants, const inventory::Snapshot &standing, const QDateTime &now,
    const lifecycle::ProjectQueue &queue = {});

/// By the grants and what stands. Pure.
[[nodiscard]] CreatePlan planCreate(
    const CreateForm &form, const lifecycle::TpuGrants &grants, const inventory::Snapshot &standing,
    const QDateTime &now, const lifecycle::ProjectQueue &queue = {});

/// Another like this one.
[[nodiscard]] CreateForm formLike(const cloud::Node &node, const inventory::Snapshot &standing);
/// What the grants suggest: a row that still has room, all of it at most 8 chips; else the first
/// project.
[[nodiscard]] CreateForm firstForm(
    const lifecycle::TpuGrants &grants, const inventory::Snapshot &standing, const QDateTime &now);
/// "v6e-8-2": of what no node of the snapshot is called.
[[nodiscard]] QString freeName(const QString &stem, const inventory::Snapshot &standing);
/// Zones for a form: of its grants first, then of what stands.
[[nodiscard]] QStringList zonesFor(
    const CreateForm &form, const lifecycle::TpuGrants &grants,
    const inventory::Snapshot &standing);

} // namespace podium::models
