// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The tables of the guide for those who come from other tools: each podiumctl line in them is of a
// subcommand that there is, with options that it has.
#include "app/podiumctl/commandtree.h"
#include "app/podiumctl/subcommands.h"
#include "app/podiumctl/topics.h"

#include <CLI/CLI.hpp>

#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>

using namespace podium::ctl;

namespace {

/// What the second column has in code, row by row.
std::vector<QStringList> rowsOf(const QString &page)
{
    static const QRegularExpression bar(R"((?<!\\)\|)");
    static const QRegularExpression code("`([^`]+)`");
    std::vector<QStringList> rows;
    for (const QString &line : page.split('\n')) {
        const QStringList cells = line.split(bar);
        if (cells.size() != 4) {
            continue;
        }
        QStringList row;
        for (auto found = code.globalMatch(cells.at(2)); found.hasNext();) {
            row << found.next().captured(1);
        }
        rows.push_back(row);
    }
    return rows;
}

std::vector<const CLI::App *> childrenOf(const CLI::App &app)
{
    return app.get_subcommands([](const CLI::App *) { return true; });
}

/// Null where there is none of this name.
const CLI::App *childOf(const CLI::App &app, const QString &name)
{
    const auto children = childrenOf(app);
    const auto found =
        std::find_if(children.begin(), children.end(), [&name](const CLI::App *each) {
            return each->check_name(name.toStdString());
        });
    return found == children.end() ? nullptr : *found;
}

} // namespace

class TestCtlTables final : public QObject
{
    Q_OBJECT

private slots:
    void linesAreOfSubcommands_data();
    void linesAreOfSubcommands();
    void othersWouldBeSeen();

private:
    /// Of `podiumctl WORD…`; empty where there is none. `of`: the subcommand that it names.
    QString faultOf(QStringList words, const CLI::App **of)
    {
        words.removeFirst();
        if (words.value(0) == QLatin1String("help")) {
            return findTopic(words.value(1).toStdString()) ? QString() : words.join(' ');
        }
        const CLI::App *app = &m_tree.app();
        while (!words.isEmpty()) {
            const CLI::App *next = childOf(*app, words.first());
            if (!next) {
                break;
            }
            app = next;
            words.removeFirst();
        }
        *of = app;
        const bool isUnknown =
            app == &m_tree.app() ||
            (!words.isEmpty() && !words.first().startsWith('-') && !childrenOf(*app).empty());
        if (isUnknown) {
            return QStringLiteral("no subcommand ") + words.value(0);
        }
        for (const QString &word : words.mid(0, words.indexOf(QStringLiteral("--")))) {
            if (word.startsWith('-') && !app->get_option_no_throw(word.toStdString())) {
                return QStringLiteral("no option ") + word;
            }
        }
        return {};
    }
    /// Of a row. A word alone is one that stands beside the subcommand before it.
    QString faultIn(const QStringList &row)
    {
        static const QRegularExpression wordAlone("^[a-z-]+$");
        const CLI::App *before = nullptr;
        for (const QString &snippet : row) {
            QString fault;
            if (snippet.startsWith("podiumctl ")) {
                fault = faultOf(snippet.split(' '), &before);
                ++m_count;
            } else if (snippet.startsWith('-')) {
                fault = "of which subcommand?";
            } else if (
                before && wordAlone.match(snippet).hasMatch() &&
                !childOf(*before->get_parent(), snippet)) {
                fault = "no such subcommand";
            }
            if (!fault.isEmpty()) {
                return snippet + ": " + fault;
            }
        }
        return {};
    }

    const std::vector<Subcommand> m_subcommands = allSubcommands();
    CommandTree m_tree{m_subcommands};
    int m_count = 0;
};

void TestCtlTables::linesAreOfSubcommands_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<int>("least");
    QTest::newRow("from-gcloud") << "from-gcloud.md" << 25;
    QTest::newRow("from-other-tools") << "from-other-tools.md" << 20;
}

void TestCtlTables::linesAreOfSubcommands()
{
    QFETCH(QString, page);
    QFile file(QStringLiteral(PODIUM_SOURCE_DIR "/docs/guide/") + page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_count = 0;
    for (const QStringList &row : rowsOf(QString::fromUtf8(file.readAll()))) {
        const QString fault = faultIn(row);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }
    QFETCH(int, least);
    QVERIFY2(m_count >= least, qPrintable(QString::number(m_count)));
}

void TestCtlTables::othersWouldBeSeen()
{
    QCOMPARE(faultIn({"podiumctl disks attach DISK NODE", "detach"}), QString());
    QCOMPARE(faultIn({"podiumctl run TARGET -- ls --no-such"}), QString());
    QVERIFY(!faultIn({"podiumctl nodez"}).isEmpty());
    QVERIFY(!faultIn({"podiumctl disks atach DISK"}).isEmpty());
    QVERIFY(!faultIn({"podiumctl create … --races"}).isEmpty());
    QVERIFY(!faultIn({"podiumctl disks attach DISK NODE", "detatch"}).isEmpty());
    QVERIFY(!faultIn({"podiumctl help nowhere"}).isEmpty());
    QVERIFY(!faultIn({"--fold"}).isEmpty());
}

QTEST_GUILESS_MAIN(TestCtlTables)
#include "tst_ctltables.moc"
