// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/record.h"

#include "core/ssh/plaintext.h"

#include <algorithm>
#include <array>
#include <utility>

namespace podium::remote {

namespace {

constexpr int MostFields = 64;
constexpr int LongestKind = 32;

Error damaged(const QString &detail)
{
    return {
        ErrorKind::Protocol, QStringLiteral("The worker's answer cannot be read."), detail,
        QStringLiteral("Try again; look whether the account's start files print something.")};
}

bool isKindByte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || byte == '-';
}

/// Reads frames off bytes; never past their end.
class FrameReader final
{
public:
    FrameReader(const QByteArray &bytes, int from) : m_bytes(bytes), m_at(from) {}

    [[nodiscard]] int position() const { return m_at; }

    /// One record and its line end.
    [[nodiscard]] std::optional<Record> next()
    {
        Record record;
        const int from = m_at;
        while (m_at < m_bytes.size() && isKindByte(m_bytes[m_at]) && m_at - from <= LongestKind) {
            ++m_at;
        }
        record.kind = m_bytes.mid(from, m_at - from);
        const auto count = takes(' ') ? number(' ') : std::nullopt;
        if (record.kind.isEmpty() || record.kind.size() > LongestKind || !count ||
            *count > MostFields) {
            return std::nullopt;
        }
        for (int i = 0; i < *count; ++i) {
            const auto length = number(':');
            if (!length || *length >= m_bytes.size() - m_at) {
                return std::nullopt;
            }
            record.fields << m_bytes.mid(m_at, *length);
            m_at += *length;
            if (!takes(',')) {
                return std::nullopt;
            }
        }
        return takes('\n') ? std::optional(std::move(record)) : std::nullopt;
    }

private:
    [[nodiscard]] bool takes(char byte)
    {
        if (m_at >= m_bytes.size() || m_bytes[m_at] != byte) {
            return false;
        }
        ++m_at;
        return true;
    }
    /// Up to nine digits and what stands behind them.
    [[nodiscard]] std::optional<int> number(char behind)
    {
        int value = 0;
        int digits = 0;
        while (m_at < m_bytes.size() && m_bytes[m_at] >= '0' && m_bytes[m_at] <= '9') {
            if (++digits > 9) {
                return std::nullopt;
            }
            value = value * 10 + (m_bytes[m_at++] - '0');
        }
        return digits > 0 && takes(behind) ? std::optional(value) : std::nullopt;
    }

    const QByteArray &m_bytes;
    int m_at;
};

bool isWord(const QByteArray &field)
{
    return !field.isEmpty() && std::all_of(field.begin(), field.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
               (byte >= '0' && byte <= '9') || QByteArray("._:/@+=,-").contains(byte);
    });
}

/// Longer ones are faster in base64, by a program there.
constexpr int LongestEscaped = 4096;

/// Printable ASCII and what textual data has besides: other bytes are not the same to all shells.
bool isPlainText(const QByteArray &field)
{
    return field.size() <= LongestEscaped && std::all_of(field.begin(), field.end(), [](char byte) {
               return (byte >= ' ' && byte <= '~') || byte == '\n' || byte == '\t';
           });
}

QByteArray escaped(QByteArray field)
{
    field.replace('\\', "\\b").replace('\n', "\\n").replace('\t', "\\t").replace(' ', "\\s");
    return field.replace('#', "\\h"); // a mark of scriptInput() begins with it
}

QByteArray dataWord(const QByteArray &field)
{
    if (isWord(field)) {
        return field;
    }
    return isPlainText(field) ? '!' + escaped(field) : '~' + field.toBase64();
}

constexpr std::array<std::pair<StepState, const char *>, 6> StepNames{
    {{StepState::Ok, "ok"},
     {StepState::Changed, "changed"},
     {StepState::Needed, "needed"},
     {StepState::Failed, "failed"},
     {StepState::Skipped, "skipped"},
     {StepState::Unknown, "unknown"}}};

} // namespace

std::optional<qint64> Record::number(int index) const
{
    const QByteArray field = at(index);
    const bool isNumber = !field.isEmpty() && std::all_of(field.begin(), field.end(), [](char c) {
        return c >= '0' && c <= '9';
    });
    bool isOk = false;
    const qint64 value = isNumber ? field.toLongLong(&isOk) : 0;
    return isOk ? std::optional(value) : std::nullopt;
}

QString Record::text(int index, int limit) const
{
    return ssh::plainText(at(index), limit);
}

void RecordReader::begin(const QByteArray &bytes)
{
    static const QByteArray first = QByteArrayLiteral("podium-remote 2 ");
    int at = bytes.indexOf(first, m_at);
    while (at > 0 && bytes[at - 1] != '\n') {
        at = bytes.indexOf(first, at + 1);
    }
    if (at < 0) {
        m_at = std::max(m_at, bytes.size() - first.size()); // half of it may be there
        return;
    }
    FrameReader reader(bytes, at);
    m_at = at;
    if (const auto record = reader.next()) {
        m_stage = record->number(0) == ProtocolVersion ? Stage::Within : Stage::OtherVersion;
        m_wasRoot = record->at(1) == "0";
        m_at = reader.position();
    }
}

std::optional<Record> RecordReader::next(const QByteArray &bytes)
{
    if (m_stage == Stage::Before) {
        begin(bytes);
    }
    if (m_stage != Stage::Within) {
        return std::nullopt;
    }
    FrameReader reader(bytes, m_at);
    auto record = reader.next();
    if (!record) {
        return std::nullopt;
    }
    m_at = reader.position();
    if (record->kind == "end") {
        m_stage = Stage::Complete;
        return std::nullopt;
    }
    return record;
}

std::optional<Error> RecordReader::problem() const
{
    switch (m_stage) {
    case Stage::Before:
        return damaged(QStringLiteral("The script did not begin there."));
    case Stage::OtherVersion:
        return damaged(QStringLiteral("It is of another version."));
    case Stage::Within:
    case Stage::Complete:
        break;
    }
    return std::nullopt;
}

Result<Answer> decodeAnswer(const QByteArray &bytes)
{
    if (bytes.size() > LongestAnswer) {
        return failure(damaged(QStringLiteral("It is longer than any answer should be.")));
    }
    RecordReader reader;
    Answer answer;
    while (auto record = reader.next(bytes)) {
        if (answer.records.size() >= MostRecords) {
            return failure(damaged(QStringLiteral("It has more records than any should have.")));
        }
        answer.records.push_back(*std::move(record));
    }
    if (auto problem = reader.problem()) {
        return failure(*std::move(problem));
    }
    // Where it broke off within a record, what came before it stands.
    answer.wasRoot = reader.wasRoot();
    answer.isComplete = reader.isComplete();
    return answer;
}

QByteArray dataLine(const Record &record)
{
    QByteArray line = record.kind;
    for (const QByteArray &field : record.fields) {
        line += ' ';
        line += dataWord(field);
    }
    return line + '\n';
}

std::vector<Step> stepsOf(const Answer &answer)
{
    std::vector<Step> steps;
    for (const Record &record : answer.records) {
        if (record.kind != "step") {
            continue;
        }
        steps.push_back(
            {record.text(0), stepStateFromName(QString::fromUtf8(record.at(1))), record.text(2)});
    }
    return steps;
}

QString stepStateName(StepState state)
{
    return QLatin1String(StepNames.at(std::size_t(state)).second);
}

StepState stepStateFromName(const QString &name)
{
    const auto state = std::find_if(StepNames.begin(), StepNames.end(), [&name](const auto &each) {
        return name == QLatin1String(each.second);
    });
    return state == StepNames.end() ? StepState::Unknown : state->first;
}

} // namespace podium::remote
