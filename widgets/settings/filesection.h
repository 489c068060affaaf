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

protected:
    /// The file may have been edited meanwhile.
    void showEvent(QShowEvent *event) override;

private:
    void openFolder() const;
    void showText(const QString &text);

    QString m_path;
    ElidedLabel *m_pathLabel = nullptr;
    QPlainTextEdit *m_text = nullptr;
    int m_reads = 0; ///< so many were begun: an older one may end last
};

} // namespace podium::ui
