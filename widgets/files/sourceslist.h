// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayList>
#include <QFrame>

class QListWidget;
class QPushButton;
class QUrl;

namespace podium::ui {

/// Files and folders of this machine, chosen in a dialog or dropped here from the file manager, and
/// patterns of their names. Does not look at them.
class SourcesList final : public QWidget
{
    Q_OBJECT

public:
    explicit SourcesList(QWidget *parent = nullptr);

    /// Absolute paths as the file system has them, which need not be text.
    [[nodiscard]] QByteArrayList paths() const;
    /// Absolute paths whose last part is a pattern, see files::LocalTreeOptions.
    [[nodiscard]] QByteArrayList patterns() const;
    /// As typed: "*.py" is below the home folder, as is "~/code/*.py". What has no pattern is the
    /// name of one thing.
    void addPattern(const QString &typed);
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
    void askForPattern();
    [[nodiscard]] QByteArrayList listed(bool arePatterns) const;
    void addAs(const QByteArrayList &paths, bool arePatterns);
    void removeSelected();
    void showHint();

    QListWidget *m_list = nullptr;
    QPushButton *m_remove = nullptr;
};

} // namespace podium::ui
