// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayList>
#include <QFrame>

class QListWidget;
class QPushButton;
class QUrl;

namespace podium::ui {

/// Files and folders of this machine, chosen in a dialog or dropped here from the file manager.
/// Does not look at them.
class SourcesList final : public QWidget
{
    Q_OBJECT

public:
    explicit SourcesList(QWidget *parent = nullptr);

    /// Absolute paths as the file system has them, which need not be text.
    [[nodiscard]] QByteArrayList paths() const;
    /// Those that are there already are not added again.
    void add(const QByteArrayList &paths);
    /// The paths of local files among them; others are passed over.
    [[nodiscard]] static QByteArrayList localPaths(const QList<QUrl> &urls);

signals:
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void choose(bool folder);
    void removeSelected();
    void showHint();

    QListWidget *m_list = nullptr;
    QPushButton *m_remove = nullptr;
};

} // namespace podium::ui
