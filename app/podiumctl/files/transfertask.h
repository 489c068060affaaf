// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/workerverdicts.h"
#include "app/podiumctl/nodes/targettask.h"
#include "core/files/transfer.h"

#include <QElapsedTimer>
#include <QTimer>

#include <memory>

namespace CLI {
class App;
}

namespace podium::ctl {

/// What `copy` and `fetch` are told alike.
struct TransferArguments
{
    QString target;
    bool dryRun = false;
    bool yes = false;
    bool json = false;
};

/// Their common options; "copy" or "fetch" is what they do.
void addTransferOptions(
    CLI::App *app, TransferArguments &arguments, bool &compresses, int &atOnce,
    const std::string &verb);

/// `podiumctl copy` and `fetch`: plan, question, progress, verdicts.
class TransferTask : public TargetTask
{
    Q_OBJECT

public:
    void interrupt() override;

protected:
    /// What is asked before it begins, and said where that is not wished.
    struct Texts
    {
        QString question;
        QString refusal;
    };
    TransferTask(
        RunServices services, TransferArguments arguments, Texts texts, QObject *parent = nullptr);

    /// What would be done, with workers named by the argument.
    [[nodiscard]] virtual QStringList planLines(const NamesOf &namesOf) const = 0;
    /// Of --json but "done", before and after.
    [[nodiscard]] virtual Json document(bool isCarriedOut) const = 0;
    [[nodiscard]] virtual std::unique_ptr<files::Transfer>
    makeSession(const std::vector<WorkerRef> &workers) = 0;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void onPlanned();
    void onFinished();
    void showProgress();
    void noteGateway() const;
    void show(const QStringList &lines, bool isCarriedOut) const;

    const TransferArguments m_arguments;
    const Texts m_texts;
    std::unique_ptr<files::Transfer> m_session;
    QTimer m_progress;
    QElapsedTimer m_sending;
};

} // namespace podium::ctl
