// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/connectpacer.h"
#include "tests/fakes/patience.h"

#include <QtTest>

#include <future>
#include <memory>
#include <set>
#include <vector>

using namespace podium::ssh;
using namespace std::chrono_literals;

namespace {

/// Does something on the loop's thread and waits for what it gives.
template <typename Do>
auto onThread(IoLoop &loop, Do what)
{
    std::promise<decltype(what())> promise;
    auto answer = promise.get_future();
    loop.inbox()->post([&] { promise.set_value(what()); });
    return answer.get();
}

} // namespace

/// When connections that come together begin.
class TestConnectPacer final : public QObject
{
    Q_OBJECT

private slots:
    void oneAloneBeginsAtOnce()
    {
        IoLoop loop;
        ConnectPacer pacer(loop);
        for (int i = 0; i < 100; ++i) { // one after the other
            const ConnectPacer::Slot place(pacer, [] {});
            QVERIFY(!place.hasToWait());
        }
    }

    void manyAreSpread()
    {
        IoLoop loop;
        ConnectPacer pacer(loop);
        std::vector<std::unique_ptr<ConnectPacer::Slot>> places;
        std::set<std::chrono::milliseconds> delays;
        for (int i = 0; i < 200; ++i) {
            const auto delay = pacer.delay();
            QVERIFY(delay >= 0ms);
            QVERIFY(delay <= std::chrono::milliseconds(i) && delay <= ConnectPacer::Longest);
            delays.insert(delay);
            places.push_back(std::make_unique<ConnectPacer::Slot>(pacer, [] {}));
        }
        QVERIFY(delays.size() > 8); // of 17; for chance to fail this, drawing has to be broken
        places.clear();
        QCOMPARE(pacer.delay(), 0ms); // nobody is left
    }

    void eachHasItsTurnAndOnlyOne()
    {
        IoLoop loop;
        loop.start();
        constexpr int Count = 64;
        std::unique_ptr<ConnectPacer> pacer;
        std::vector<std::unique_ptr<ConnectPacer::Slot>> places;
        std::atomic<int> turns{0};
        const int waiting = onThread(loop, [&] {
            pacer = std::make_unique<ConnectPacer>(loop);
            int count = 0;
            for (int i = 0; i < Count; ++i) {
                places.push_back(
                    std::make_unique<ConnectPacer::Slot>(*pacer, [&turns] { ++turns; }));
                count += places.back()->hasToWait() ? 1 : 0;
            }
            places.erase(places.begin() + 1); // with or without a turn still to come
            return count;
        });
        QVERIFY(waiting > Count / 2);
        QTRY_VERIFY(onThread(loop, [&] {
            return std::none_of(
                places.begin(), places.end(), [](const auto &place) { return place->hasToWait(); });
        }));
        QVERIFY(turns == waiting || turns == waiting - 1);
        onThread(loop, [&] {
            places.clear();
            return true;
        });
        loop.stop();
    }
};

QTEST_GUILESS_MAIN(TestConnectPacer)
#include "tst_connectpacer.moc"
