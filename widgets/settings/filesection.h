// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/settings/section.h"

class QPlainTextEdit;

namespace podium::ui {

class ElidedLabel;

/// config.json as it lies on the disk.
class FileSection final : public Section
{
    Q_OBJECT

public:
    explicit FileSection(QString path, QWidget *parent = nullptr);
    /// Reads the file again, in the pool.
    void reload();

private:
    void openFolder() const;

    QString m_path;
    ElidedLabel *m_pathLabel = nullptr;
    QPlainTextEdit *m_text = nullptr;
};

} // namespace podium::ui
