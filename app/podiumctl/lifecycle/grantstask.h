// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/grantsarguments.h"
#include "app/podiumctl/task.h"
#include "core/lifecycle/grantmail.h"
#include "core/lifecycle/grantstore.h"

namespace podium::ctl {

/// The part of `podiumctl grants` that writes down what was granted; it asks no cloud.
class GrantsTask final : public Task
{
    Q_OBJECT

public:
    /// The store must outlive this.
    GrantsTask(lifecycle::GrantStore &grants, GrantsArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void add(const Result<lifecycle::GrantMail> &mail);
    void importFile();
    void exportFile(const lifecycle::TpuGrants &grants);
    void remove();
    void end(const Error &error);
    [[nodiscard]] bool mayGoOn(const QString &question, const QString &notDone);

    lifecycle::GrantStore &m_grants;
    GrantsArguments m_arguments;
};

/// The exit status for an error about TPU grants, after printing it.
[[nodiscard]] ExitCode printGrantsFailure(const Error &error);

} // namespace podium::ctl
