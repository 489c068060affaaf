// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/jobs.h"
#include "core/cloud/clients/httpclient.h"
#include "core/cloud/clients/pages.h"
#include "core/cloud/values/operationjson.h"

#include <functional>
#include <memory>
#include <utility>

namespace podium::cloud {

/// One call whose answer `parse` reads on the owner's thread; for answers that stay small.
template <typename T>
void askFor(
    HttpClient &http, QObject *owner, const ApiRequest &request,
    std::function<Result<T>(const QByteArray &)> parse, Callback<Result<T>> done)
{
    http.send(
        request, {owner, [parse = std::move(parse), done = std::move(done)](
                             const Result<QByteArray> &body) { done(body.and_then(parse)); }});
}

/// The same with an operation as the answer, of the call's own action and subject.
inline void askForOperation(
    HttpClient &http, QObject *owner, const ApiRequest &request, Callback<Result<Operation>> done)
{
    askFor<Operation>(
        http, owner, request,
        [action = request.action, subject = request.subject](const QByteArray &json) {
            return parseOperation(json, action, subject);
        },
        std::move(done));
}

/// As askFor(), but `parse` reads in the pool; for answers that may be large.
template <typename T>
void askInPool(
    HttpClient &http, QObject *owner, const ApiRequest &request,
    std::function<Result<T>(const QByteArray &)> parse, Callback<Result<T>> done)
{
    http.send(
        request, {owner, [owner, parse = std::move(parse),
                          done = std::move(done)](const Result<QByteArray> &body) {
                      if (!body) {
                          done(failure(body.error()));
                          return;
                      }
                      runJob(
                          owner, [json = *body, parse] { return parse(json); },
                          [done](Result<T> parsed) { done(std::move(parsed)); });
                  }});
}

/// A list that comes in pages. An error on any of them is the answer to all.
template <typename List, typename Page>
struct Listing
{
    Pages pages;
    /// The call for the page that is next: Pages::addTo() says which; action and subject are set
    /// after it.
    std::function<ApiRequest(const Pages &)> request;
    std::function<Result<Page>(const QByteArray &)> parse; ///< in the pool
    std::function<void(List &, Page)> add;
    std::function<bool(const List &)> isEnough = {}; ///< no further pages; empty: all of them
    Callback<Result<List>> done = {};
    List list = {}; ///< what there is so far
};

template <typename List, typename Page>
void askForPages(
    HttpClient &http, QObject *owner, const std::shared_ptr<Listing<List, Page>> &listing)
{
    ApiRequest request = listing->request(listing->pages);
    request.action = listing->pages.action();
    request.subject = listing->pages.subject();
    const auto handle = [&http, owner, listing](Result<Page> page) {
        if (!page) {
            listing->done(failure(page.error()));
            return;
        }
        const auto goesOn = listing->pages.next(page->nextPageToken);
        if (!goesOn) {
            listing->done(failure(goesOn.error()));
            return;
        }
        listing->add(listing->list, std::move(*page));
        if (*goesOn && !(listing->isEnough && listing->isEnough(listing->list))) {
            askForPages(http, owner, listing);
        } else {
            listing->done(std::move(listing->list));
        }
    };
    askInPool<Page>(http, owner, request, listing->parse, {owner, handle});
}

/// Reads all pages. `owner` and the client must live as long as anybody waits for `done`.
template <typename List, typename Page>
void list(HttpClient &http, QObject *owner, Listing<List, Page> listing)
{
    askForPages(http, owner, std::make_shared<Listing<List, Page>>(std::move(listing)));
}

} // namespace podium::cloud
