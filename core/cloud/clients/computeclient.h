// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/projectmetadata.h"

#include <QObject>

#include <functional>
#include <memory>

namespace podium::cloud {

class HttpClient;

/// The Compute API, as far as a project's metadata goes.
class ComputeClient final : public QObject
{
    Q_OBJECT

public:
    /// The client must outlive this.
    ComputeClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent = nullptr);

    void metadata(const ProjectId &project, Callback<Result<ProjectMetadata>> done);

    /// What becomes of one entry's value. Called anew for each value that is read: it may run
    /// several times. An Error gives the change up.
    using Change = std::function<Result<QString>(const QString &before)>;
    /// Changes one entry and leaves all others as they are: reads, changes, writes with the
    /// fingerprint that was read, and begins again where somebody else wrote meanwhile. `done`
    /// when Google has carried it out; at once where the change changes nothing.
    void changeMetadata(
        const ProjectId &project, const QString &key, Change change,
        Callback<Result<ProjectMetadata>> done);

private:
    struct Changing;
    void readForChange(const std::shared_ptr<Changing> &changing);
    void write(const std::shared_ptr<Changing> &changing, ProjectMetadata read);
    void handleOperation(const std::shared_ptr<Changing> &changing, const QByteArray &body);
    void askOperation(const std::shared_ptr<Changing> &changing, const QString &name);

    HttpClient &m_http;
    ApiEndpoints m_endpoints;
};

} // namespace podium::cloud
