// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/copyplan.h"

#include <QByteArrayList>
#include <QHash>

namespace podium::files {

/// Puts together what script/look.sh tells of one worker, as its texts come. Pure.
class LookReader final
{
public:
    void read(const QByteArrayList &items);
    /// All that came so far. What is no answer of ours, or would leave the folder, is an obstacle.
    [[nodiscard]] const WorkerTree &tree() const { return m_tree; }

private:
    void readOne(const QByteArray &item);
    void readEntry(const QByteArray &told, const QByteArray &more);
    void readPart(const QByteArray &told);

    WorkerTree m_tree;
    QByteArray m_told;  ///< of an entry whose second text is still to come
    qint64 m_bytes = 0; ///< of all entries so far
};

/// What script/sums.sh tells: "sum SHA256  ./NAME" each, into sha256 by name. Pure.
void readSums(const QByteArrayList &items, QHash<QByteArray, QByteArray> &sums);

} // namespace podium::files
