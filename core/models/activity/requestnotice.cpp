// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/requestnotice.h"

#include <QCoreApplication>

namespace podium::models {

using lifecycle::NodeRequest;

namespace {

struct RequestNoticeWords
{
    Q_DECLARE_TR_FUNCTIONS(RequestNotice)
};

} // namespace

QString requestNoticeKey(const NodeRequest &request)
{
    switch (request.state) {
    case NodeRequest::State::Made:
    case NodeRequest::State::GivenUp:
        return QStringLiteral("request %1 %2")
            .arg(request.id, lifecycle::requestStateName(request.state));
    case NodeRequest::State::Cancelled:
        return {};
    case NodeRequest::State::Active:
        break;
    }
    if (request.isAsking()) {
        return QStringLiteral("request %1 asks %2").arg(request.id).arg(request.questionRevision);
    }
    const lifecycle::NodeAttempt *standing = request.standing();
    return request.isKept && standing
               ? QStringLiteral("request %1 stands %2").arg(request.id, standing->requestId)
               : QString();
}

Notification requestNotice(const NodeRequest &request)
{
    const QString &name = request.spec.name;
    switch (request.state) {
    case NodeRequest::State::Made:
        return {RequestNoticeWords::tr("%1 is there").arg(name), lifecycle::statusText(request)};
    case NodeRequest::State::GivenUp:
        return {RequestNoticeWords::tr("%1 was given up").arg(name), request.reason};
    case NodeRequest::State::Cancelled:
        return {RequestNoticeWords::tr("%1 was cancelled").arg(name), {}};
    case NodeRequest::State::Active:
        break;
    }
    if (request.isAsking()) {
        return {RequestNoticeWords::tr("%1: what now?").arg(name), request.question};
    }
    return {RequestNoticeWords::tr("%1 is there").arg(name), lifecycle::statusText(request)};
}

} // namespace podium::models
