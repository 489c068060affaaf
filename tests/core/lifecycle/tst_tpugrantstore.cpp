// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/lifecycle/grantjson.h"
#include "core/lifecycle/grantstore.h"
#include "tests/fakes/patience.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::lifecycle;

namespace {

TpuGrant grantOf(int day)
{
    const QDate from = QDate(2026, 1, 1).addDays(day);
    return {
        *ProjectId::parse("my-lab"),
        from,
        from.addDays(29),
        {{64, TpuUnit::Chips, 0, true, Generation::V6e, *Zone::parse("us-east1-d")}}};
}

GrantStore::Change adding(int day)
{
    return [day](TpuGrants grants) { return withGrant(std::move(grants), grantOf(day)); };
}

} // namespace

/// The file that all Podiums of a machine share.
class TestTpuGrantStore final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }
    void nothingIsWrittenDownAtFirst();
    void whatIsAddedStays();
    void nothingOfTwoAtOnceIsLost();
    void aRefusedChangeWritesNothing();
    void aDamagedFileStaysAsItIs();

private:
    [[nodiscard]] QString file() const { return m_home->filePath("data/podium/tpu-grants.json"); }
    /// What a call answers.
    template <typename Call>
    Result<TpuGrants> answerOf(Call call)
    {
        std::optional<Result<TpuGrants>> answer;
        call(Callback<Result<TpuGrants>>(
            this, [&answer](Result<TpuGrants> result) { answer = std::move(result); }));
        if (!QTest::qWaitFor([&answer] { return answer.has_value(); }, Patience)) {
            return failure({ErrorKind::Timeout, "no answer", {}, {}, {}});
        }
        return *answer;
    }
    Result<TpuGrants> load()
    {
        const GrantStore store(file());
        return answerOf([&store](const auto &done) { store.load(done); });
    }
    Result<TpuGrants> change(const GrantStore::Change &change)
    {
        const GrantStore store(file());
        return answerOf([&](const auto &done) { store.change(change, done); });
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

void TestTpuGrantStore::nothingIsWrittenDownAtFirst()
{
    const auto grants = load();
    QVERIFY(grants && grants->empty());
    QVERIFY(!QFileInfo::exists(file()));
}

void TestTpuGrantStore::whatIsAddedStays()
{
    QVERIFY(change(adding(1)));
    const auto grants = load();
    QVERIFY(grants && *grants == TpuGrants{grantOf(1)});
    QCOMPARE(QFileInfo(file()).permissions() & 0x0077, QFileDevice::Permissions());
    // It is what an export prints.
    QCOMPARE(*readFile(file()), grantsToJson(*grants));
}

void TestTpuGrantStore::nothingOfTwoAtOnceIsLost()
{
    constexpr int many = 12;
    int answers = 0;
    for (int day = 0; day < many; ++day) {
        GrantStore(file()).change(
            adding(day), Callback<Result<TpuGrants>>(
                             this, [&answers](const auto &result) { answers += result ? 1 : 0; }));
    }
    QTRY_COMPARE(answers, many);
    QCOMPARE(load()->size(), size_t(many));
}

void TestTpuGrantStore::aRefusedChangeWritesNothing()
{
    QVERIFY(change(adding(1)));
    const QByteArray before = *readFile(file());
    const auto again = change(adding(1));
    QVERIFY(!again && again.error().kind == ErrorKind::AlreadyExists);
    QCOMPARE(*readFile(file()), before);
}

void TestTpuGrantStore::aDamagedFileStaysAsItIs()
{
    QVERIFY(makePrivateFolder(QFileInfo(file()).path()));
    QVERIFY(writeFileAtomically(file(), "{ half", 0600));
    const auto loaded = load();
    QVERIFY(!loaded && loaded.error().subject == file());
    QVERIFY(!change(adding(1)));
    QCOMPARE(*readFile(file()), QByteArray("{ half"));
}

QTEST_GUILESS_MAIN(TestTpuGrantStore)
#include "tst_tpugrantstore.moc"
