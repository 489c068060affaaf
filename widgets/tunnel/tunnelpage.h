// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/tunnel/tunneljson.h"
#include "core/tunnel/tunnelservice.h"

#include <QWidget>

#include <optional>
#include <vector>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTreeView;

namespace podium::models {
class TunnelModel;
}

namespace podium::ui {

class NoticeBar;
class ServersPanel;
class TargetsEdit;

/// Ports of workers on this machine: opened here, listed, seen in the browser.
class TunnelPage final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive it.
    TunnelPage(
        const inventory::Inventory &inventory, tunnel::TunnelService &service,
        QWidget *parent = nullptr);

    /// One to this worker is wanted: only the port is left to say.
    void prepare(const QStringList &targetWords);
    void focusTargets();
    /// Who listens on the workers of the last serversWanted().
    [[nodiscard]] ServersPanel &servers() { return *m_servers; }
    [[nodiscard]] const models::TunnelModel &model() const { return *m_model; }
    /// Those of other programs on this machine, as they were read last.
    void setOthers(const std::vector<tunnel::TunnelRecord> &others);

    /// What came of jupyterWanted(): no token, and why; empty: all went well, which of a copy is
    /// told, for nothing else shows it.
    void endJupyter(const QString &why);

    enum class Purpose { Browser, Clipboard };

signals:
    void browserWanted(const QString &address);
    /// The same, or its address to be copied, with the token that a Jupyter wants; endJupyter()
    /// is to follow.
    void jupyterWanted(const podium::tunnel::TunnelStatus &tunnel, Purpose purpose);
    void serversWanted(const std::vector<podium::WorkerRef> &workers);
    void serversClosed();

private:
    void buildLayout();
    void buildBar(QBoxLayout *column);
    void buildFields();
    void buildActions(QBoxLayout *column);
    void connectParts();
    void open();
    void openTo(const tunnel::TunnelSpec &spec);
    void showKind();
    [[nodiscard]] tunnel::TunnelKind kind() const;
    void findServers();
    void openInBrowser();
    void copyAddress();
    void askForToken(const tunnel::TunnelStatus &status, Purpose purpose);
    void showState();
    void leaveRows(int first, int last);
    /// The selected one, if it is this program's.
    [[nodiscard]] std::optional<tunnel::TunnelStatus> current() const;
    /// Of the selected one, whosever it is; empty: none.
    [[nodiscard]] QString currentAddress() const;

    tunnel::TunnelService &m_service;
    models::TunnelModel *m_model = nullptr;
    TargetsEdit *m_targets = nullptr;
    QComboBox *m_kind = nullptr;
    QSpinBox *m_port = nullptr;
    QSpinBox *m_localPort = nullptr;
    QPushButton *m_open = nullptr;
    QPushButton *m_find = nullptr;
    ServersPanel *m_servers = nullptr;
    NoticeBar *m_notice = nullptr;
    QStackedWidget *m_stack = nullptr;
    QTreeView *m_view = nullptr;
    QPushButton *m_browser = nullptr;
    QPushButton *m_copy = nullptr;
    QPushButton *m_copyToken = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_close = nullptr;
    QCheckBox *m_comesBack = nullptr;
    bool m_isAsking = false;              ///< for a token
    Purpose m_purpose = Purpose::Browser; ///< of what is asked
    int m_asking = 0;                     ///< number of the notice that says so
};

} // namespace podium::ui
