// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cloud/values/node.h"

#include <QRegularExpression>
#include <QString>

#include <optional>
#include <vector>

namespace podium::inventory {

/// Workers from `first` to `last`, both included.
struct WorkerRange
{
    int first = 0;
    int last = 0;
};

/// One word of the target grammar (see targets.h), parsed but not yet looked up.
struct TargetWord
{
    QString text;       ///< as written
    bool minus = false; ///< takes away
    enum class Kind { Name, All, Label, Type };
    Kind kind = Kind::All;
    QString project;                  ///< empty for any; only a Name can have one of its own
    QString zone;                     ///< Name: empty for any
    QString name;                     ///< Name: as written, maybe a glob
    QRegularExpression pattern;       ///< Name: what `name` matches, anchored
    bool isGlob = false;              ///< Name: may name several nodes
    QString key;                      ///< Label
    QString value;                    ///< Label, Type
    std::vector<WorkerRange> workers; ///< empty: all

    /// InvalidArgument with a sentence where the word is malformed.
    [[nodiscard]] static Result<TargetWord> parse(const QString &text);

    [[nodiscard]] bool matches(const cloud::Node &node) const;
    [[nodiscard]] bool hasWorker(int index) const;
};

/// The name as a NODE word that matches it and nothing else: glob characters in brackets.
[[nodiscard]] QString escapeGlob(const QString &name);

} // namespace podium::inventory
