// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/output/outputsnapshot.h"

#include <QMutex>
#include <QString>

namespace podium::run {

/// Output as text files that other programs read: in a folder of its own (mode 0700) that goes with
/// it, locked while its program lives. For any thread; all of it blocks.
class TextFolder final
{
public:
    /// Makes nothing before the first write().
    explicit TextFolder(QString parent);
    ~TextFolder();
    TextFolder(const TextFolder &) = delete;
    TextFolder &operator=(const TextFolder &) = delete;

    /// Writes all lines as they are shown, in UTF-8, into a new file NAME.txt (mode 0600), or
    /// NAME-2.txt where that is taken; gives its path. Io; then the file is not there.
    [[nodiscard]] Result<QString> write(const QString &name, const OutputSnapshot &output);

private:
    [[nodiscard]] Result<> make();

    const QString m_parent;
    QMutex m_mutex;
    QString m_path; ///< empty: not there yet
    int m_fd = -1;  ///< of the folder, locked
};

/// Removes what programs that were killed have left of such folders. Blocks.
void removeLeftTextFolders(const QString &parent);

} // namespace podium::run
