// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// A file gets its place without replacing another, whatever the file system can do: what it cannot
// is played by calls that refuse.
#include "core/base/descriptor.h"
#include "core/base/movenew.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>

using namespace podium;

namespace {

MoveCalls::Call refusing(int number)
{
    return [number](int /*from*/, const char * /*name*/, int /*to*/, const char * /*newName*/) {
        errno = number;
        return -1;
    };
}

} // namespace

class TestMoveNew final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void itGetsItsPlace_data() { addFileSystems(); }
    void itGetsItsPlace();
    void nothingIsReplaced_data() { addFileSystems(); }
    void nothingIsReplaced();
    void whatIsGoneLeavesNothing_data() { addFileSystems(); }
    void whatIsGoneLeavesNothing();
    void aRefusalOfAnotherKindIsNotPassedOver();

private:
    static void addFileSystems()
    {
        QTest::addColumn<int>("rename"); ///< errno of what refuses; 0: it does it
        QTest::addColumn<int>("link");
        QTest::newRow("this one") << 0 << 0;
        QTest::newRow("without flags of rename") << EINVAL << 0;
        QTest::newRow("FAT over FUSE: no hard links either") << EINVAL << EPERM;
        QTest::newRow("a bucket: no hard links either") << ENOSYS << ENOSYS;
        QTest::newRow("not supported") << EINVAL << EOPNOTSUPP;
    }
    /// Of the file system of the row.
    [[nodiscard]] bool move() const
    {
        QFETCH(int, rename);
        QFETCH(int, link);
        MoveCalls calls = MoveCalls::ofSystem();
        calls.renameNew = rename == 0 ? calls.renameNew : refusing(rename);
        calls.link = link == 0 ? calls.link : refusing(link);
        return moveNew(m_from->get(), "arrived", m_to->get(), "wanted", calls);
    }
    void write(const QString &path, const QByteArray &text) const
    {
        QFile file(m_folder->filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] QByteArray read(const QString &path) const
    {
        QFile file(m_folder->filePath(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Descriptor> m_from;
    std::unique_ptr<Descriptor> m_to;
};

void TestMoveNew::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto opened = [this](const char *name) {
        const QString path = m_folder->filePath(name);
        return QDir().mkpath(path) ? std::make_unique<Descriptor>(
                                         ::open(QFile::encodeName(path).constData(), O_DIRECTORY))
                                   : nullptr;
    };
    m_from = opened("from");
    m_to = opened("to");
    QVERIFY(m_from && m_from->get() >= 0 && m_to && m_to->get() >= 0);
    write("from/arrived", "new");
}

void TestMoveNew::itGetsItsPlace()
{
    QVERIFY2(move(), std::strerror(errno));
    QCOMPARE(read("to/wanted"), QByteArray("new"));
    QCOMPARE(read("from/arrived"), QByteArray("none"));
    // A link is no more than a name, too.
    QVERIFY(QFile::link("/no/such", m_folder->filePath("from/arrived")));
    QVERIFY(QFile::remove(m_folder->filePath("to/wanted")));
    QVERIFY2(move(), std::strerror(errno));
    QCOMPARE(QFile::symLinkTarget(m_folder->filePath("to/wanted")), QString("/no/such"));
}

void TestMoveNew::nothingIsReplaced()
{
    write("to/wanted", "old");
    QVERIFY(!move());
    QCOMPARE(errno, EEXIST);
    QCOMPARE(read("to/wanted"), QByteArray("old"));
    QCOMPARE(read("from/arrived"), QByteArray("new"));
    // Not even a link that leads nowhere.
    QVERIFY(QFile::remove(m_folder->filePath("to/wanted")));
    QVERIFY(QFile::link("nowhere", m_folder->filePath("to/wanted")));
    QVERIFY(!move());
    QCOMPARE(errno, EEXIST);
    QVERIFY(!QFile::exists(m_folder->filePath("to/nowhere")));
}

void TestMoveNew::whatIsGoneLeavesNothing()
{
    QVERIFY(QFile::remove(m_folder->filePath("from/arrived")));
    QVERIFY(!move());
    QCOMPARE(errno, ENOENT);
    QVERIFY(!QFile::exists(m_folder->filePath("to/wanted")));
}

/// As of a full disk, or a folder that may not be written to.
void TestMoveNew::aRefusalOfAnotherKindIsNotPassedOver()
{
    for (const int number : {EACCES, ENOSPC, EROFS}) {
        const MoveCalls refused{refusing(number), MoveCalls::ofSystem().link};
        QVERIFY(!moveNew(m_from->get(), "arrived", m_to->get(), "wanted", refused));
        QCOMPARE(errno, number);
        const MoveCalls noLink{refusing(EINVAL), refusing(number)};
        QVERIFY(!moveNew(m_from->get(), "arrived", m_to->get(), "wanted", noLink));
        QCOMPARE(errno, number);
    }
    QCOMPARE(read("to/wanted"), QByteArray("none"));
}

QTEST_GUILESS_MAIN(TestMoveNew)
#include "tst_movenew.moc"
