// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What a worker answers to a script: whatever it is, it is read or refused, and no field of it says
// more than its own bytes.
#include "core/remote/record.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstdint>

using namespace podium::remote;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), int(size));
    (void)decodeAnswer(bytes);
    const QByteArray first = QByteArrayLiteral("podium-remote 2 1:1,1:0,\n");
    if (const auto answer = decodeAnswer(first + bytes)) {
        int total = 0;
        for (const Record &record : answer->records) {
            for (const QByteArray &field : record.fields) {
                total += field.size();
            }
        }
        podium::fuzz::require(total <= bytes.size());
        (void)stepsOf(*answer);
        // Read while it comes, it is the same.
        std::vector<Record> records;
        RecordReader reader;
        for (int at = 0; at < first.size() + bytes.size();) {
            at = std::min(at + 1 + bytes.size() / 3, first.size() + bytes.size());
            while (auto record = reader.next(QByteArray(first + bytes).left(at))) {
                records.push_back(*std::move(record));
            }
        }
        podium::fuzz::require(
            records == answer->records && reader.isComplete() == answer->isComplete);
    }
    // Any text in a field comes back as it was, and nothing behind it is hidden.
    const auto framed = decodeAnswer(
        first + "text 1 " + QByteArray::number(bytes.size()) + ':' + bytes + ",\nend 0 \n");
    podium::fuzz::require(
        bytes.size() > LongestAnswer / 2 ||
        (framed && framed->isComplete && framed->records.size() == 1 &&
         framed->records[0].at(0) == bytes));
    const QByteArray line = dataLine({"text", {bytes}});
    podium::fuzz::require(line.count('\n') == 1 && !line.contains('#') && line.count(' ') == 1);
    return 0;
}
