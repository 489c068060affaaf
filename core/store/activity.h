// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/ids.h"

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace podium::store {

/// What something that happened is about.
enum class ActivityKind {
    Node, ///< one came, went, or was recreated
    State,
    Address,
    HostKey,
    Maintenance,
    NodeAction, ///< what somebody did to a node: created, stopped, deleted it, freed its TPU
    Run,
    People, ///< who may log in where
    ConfigWrite,
    Error,
    Note,
};
constexpr int ActivityKinds = int(ActivityKind::Note) + 1;

/// A stable word for scripts and the database: "node", "state", "ip", "run", "config-write" …
[[nodiscard]] QString activityKindName(ActivityKind kind);
[[nodiscard]] std::optional<ActivityKind> activityKindFromName(const QString &name);

/// How it came out, as known when it happened: never read from its text.
enum class Outcome {
    Good,
    Busy,    ///< under way
    Warning, ///< worth a look
    Bad,
    Off,     ///< neither good nor bad: stopped, gone, noted
    Unknown, ///< of an entry that was kept without it
};
/// A stable word for scripts and the database: "good", "warning" …
[[nodiscard]] QString outcomeName(Outcome outcome);
[[nodiscard]] Outcome outcomeFromName(const QString &name); ///< Unknown where it is none

/// One part of an action: what it came to on one worker, one node, for one person.
struct ActivityPart
{
    std::optional<NodeRef> node;
    int worker = -1; ///< of the node; -1: the whole of it
    QString person;  ///< a login; empty: none in particular
    QString text;    ///< one sentence
    Outcome outcome = Outcome::Off;
    bool operator==(const ActivityPart &) const = default;
};

/// One action or one thing that happened, with its parts. Texts are plain and may hold hostile
/// characters.
struct ActivityEntry
{
    /// Of the parts of an action so many are kept, those that went wrong first.
    static constexpr int MostParts = 200;

    QDateTime time; ///< UTC
    ActivityKind kind = ActivityKind::Note;
    QString subject; ///< what it is about, short: "tpu1", "pod-v4:0-7", a file, a project …
    QString text;    ///< one sentence
    QString detail;  ///< more, maybe several lines; may be empty
    Outcome outcome = Outcome::Off;
    /// What goes on under one id is one entry: the later takes the place of the earlier. Empty: it
    /// is told once.
    QString action = {};
    std::optional<NodeRef> node = {}; ///< where it is about one
    int worker = -1;                  ///< of the node; -1: the whole of it
    QString run = {};                 ///< PastRun::id; empty: of no run
    QString person = {};              ///< a login, where it is about one
    int configVersion = 0;            ///< of the ssh config, kept before a write; 0: none
    std::vector<ActivityPart> parts = {};
    int partsLeftOut = 0; ///< beyond MostParts
    bool operator==(const ActivityEntry &) const = default;

    /// Whether it, or a part of it, is about this.
    [[nodiscard]] bool isAbout(const NodeRef &ref) const;
    [[nodiscard]] bool isAbout(const QString &login) const;
    /// Keeps as many as there is room for.
    void setParts(std::vector<ActivityPart> all);
};

/// An error.subject that names a worker or a node is understood.
[[nodiscard]] ActivityEntry activityOf(const Error &error, const QDateTime &time);
/// The inverse of NodeRef::text().
[[nodiscard]] std::optional<NodeRef> nodeFromText(const QString &text);
/// Node, worker and subject from "PROJECT/ZONE/NODE:3" or "PROJECT/ZONE/NODE"; else the subject is
/// what stands there.
void setPlace(ActivityEntry &entry, const QString &place);

/// The parts as a JSON text for the database, and back; what is not understood is left out.
[[nodiscard]] QByteArray partsToJson(const ActivityEntry &entry);
void readParts(ActivityEntry &entry, const QByteArray &json);

} // namespace podium::store
