// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>
#include <vector>

namespace podium::remote {

/// One fact of a script's answer, or one line of the data for it.
struct Record
{
    QByteArray kind; ///< a word of ours: small letters and '-'
    /// Any bytes: what a worker says may be hostile. Only its place is certain.
    QByteArrayList fields;
    bool operator==(const Record &) const = default;

    /// Empty where there are fewer.
    [[nodiscard]] QByteArray at(int index) const { return fields.value(index); }
    /// Digits only, as qint64 holds them.
    [[nodiscard]] std::optional<qint64> number(int index) const;
    /// For a person: one line of valid text without control characters, of at most so many.
    [[nodiscard]] QString text(int index, int limit = 300) const;
};

/// All that a script answered.
struct Answer
{
    std::vector<Record> records; ///< without the first and the last, which are the frame's
    bool wasRoot = false;
    /// It came to its end. Without it what is there is true, and what is missing is unknown.
    bool isComplete = false;
    bool operator==(const Answer &) const = default;
};

/// The version that scripts and decoder must share.
constexpr int ProtocolVersion = 1;
/// What an answer may have; one with more is refused.
constexpr int MostRecords = 50'000;
constexpr int LongestAnswer = 2 * 1024 * 1024; ///< bytes

/// Reads an answer record by record: one that is too long to be held as an Answer, or that is still
/// coming. What the account's start files print before it is passed over.
class RecordReader final
{
public:
    /// The next record of these bytes, which are those of the call before, or more of them.
    /// Nothing: no other one has come whole, or the answer is over.
    [[nodiscard]] std::optional<Record> next(const QByteArray &bytes);
    /// Why there is no answer in what was read, where none has begun: Protocol.
    [[nodiscard]] std::optional<Error> problem() const;
    [[nodiscard]] bool wasRoot() const { return m_wasRoot; }
    /// See Answer.
    [[nodiscard]] bool isComplete() const { return m_stage == Stage::Complete; }
    /// It is done with so many bytes.
    [[nodiscard]] int position() const { return m_at; }

private:
    enum class Stage { Before, OtherVersion, Within, Complete };
    void begin(const QByteArray &bytes);

    Stage m_stage = Stage::Before;
    bool m_wasRoot = false;
    int m_at = 0;
};

/// What came over stdout. What the account's start files print before it is passed over. Protocol
/// where it is no answer, of another version, or damaged. Pure.
[[nodiscard]] Result<Answer> decodeAnswer(const QByteArray &bytes);

/// A line of data for a script, with its line end. Pure.
[[nodiscard]] QByteArray dataLine(const Record &record);

/// How one step of a script went.
enum class StepState {
    Ok,      ///< it was so already
    Changed, ///< it was not, and is now
    Needed,  ///< it is not, and nothing was done about it: it was only looked at
    Failed,
    Skipped,
    Unknown, ///< it could not be looked at: a tool or a right is missing. Never good
};

struct Step
{
    QString name;
    StepState state = StepState::Unknown;
    QString detail; ///< plain text, the worker's
    bool operator==(const Step &) const = default;
};

/// The steps among the records, in their order. A state that is no word of ours is Unknown. Pure.
[[nodiscard]] std::vector<Step> stepsOf(const Answer &answer);

/// A stable word for scripts: ok, changed, needed, failed, skipped, unknown.
[[nodiscard]] QString stepStateName(StepState state);
/// The inverse; Unknown for another word.
[[nodiscard]] StepState stepStateFromName(const QString &name);

} // namespace podium::remote
