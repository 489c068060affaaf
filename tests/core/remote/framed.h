// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/record.h"

#include <QStringBuilder>

namespace podium::tests {

/// A record as a worker writes it.
inline QByteArray recordLine(const QByteArray &kind, const QByteArrayList &fields)
{
    QByteArray line = kind + ' ' + QByteArray::number(fields.size()) + ' ';
    for (const QByteArray &field : fields) {
        line += QByteArray::number(field.size()) + ':' + field + ',';
    }
    return line + '\n';
}

/// As it comes from the worker.
inline QByteArray framed(const remote::Answer &answer)
{
    QByteArray bytes = "podium-remote 2 1:1,1:0,\n";
    for (const remote::Record &record : answer.records) {
        bytes += recordLine(record.kind, record.fields);
    }
    return bytes + recordLine("end", {});
}

} // namespace podium::tests
