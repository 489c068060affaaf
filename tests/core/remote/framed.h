// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/record.h"

#include <QStringBuilder>

namespace podium::tests {

/// As it comes from the worker.
inline QByteArray framed(const remote::Answer &answer)
{
    QByteArray bytes = "podium-remote 2 1:1,1:0,\n";
    std::vector<remote::Record> records = answer.records;
    records.push_back({"end", {}});
    for (const remote::Record &record : records) {
        bytes += record.kind + ' ' + QByteArray::number(record.fields.size()) + ' ';
        for (const QByteArray &field : record.fields) {
            bytes += QByteArray::number(field.size()) + ':' + field + ',';
        }
        bytes += '\n';
    }
    return bytes;
}

} // namespace podium::tests
