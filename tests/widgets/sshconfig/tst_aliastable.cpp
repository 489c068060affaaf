// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/aliaschangemodel.h"
#include "widgets/sshconfig/aliastable.h"

#include <QtTest>

#include <memory>
#include <numeric>
#include <vector>

using namespace podium;
using podium::models::AliasChange;
using podium::models::AliasChangeModel;
using podium::ui::AliasTable;
using Column = AliasChangeModel::Column;

namespace {

AliasChange newHost(const QString &alias, const QString &note)
{
    AliasChange change;
    change.aliases = alias;
    change.newAddress = "203.0.113.5";
    change.hostKey = "SHA256:" + QString(43, 'w');
    change.others = QStringList{note};
    return change;
}

/// The table of one change, with 100 pixels less than it needs.
struct NarrowTable
{
    explicit NarrowTable(const AliasChange &change)
    {
        model.setChanges({{change}, 0});
        table = std::make_unique<AliasTable>(model);
        table->resize(4000, 300);
        table->show();
        table->resizeColumnToContents(AliasChangeModel::ColumnCount - 1); // it took the rest
        for (int column = 0; column < AliasChangeModel::ColumnCount; ++column) {
            needed.push_back(table->columnWidth(column));
        }
        table->resize(std::accumulate(needed.begin(), needed.end(), -100), 300);
    }
    /// Some of it can be seen, and not all.
    [[nodiscard]] bool isCut(Column column) const
    {
        const int width = table->columnWidth(int(column));
        return width > 0 && width < needed[std::size_t(column)];
    }
    [[nodiscard]] bool isWhole(Column column) const
    {
        return table->columnWidth(int(column)) >= needed[std::size_t(column)];
    }

    AliasChangeModel model;
    std::unique_ptr<AliasTable> table;
    std::vector<int> needed; ///< by each column
};

} // namespace

/// What has room in the table of changed hosts, and what gives way.
class TestAliasTable final : public QObject
{
    Q_OBJECT

private slots:
    void aNoteGivesWayToTheKeyOfANewHost();
    void aKeyGivesWayToWhatElseChanges();
};

void TestAliasTable::aNoteGivesWayToTheKeyOfANewHost()
{
    const NarrowTable narrow(newHost("tpu1", "inactive: " + QString(40, 'x')));
    QVERIFY(narrow.isWhole(Column::HostKey));
    QVERIFY(narrow.isCut(Column::Others));
}

void TestAliasTable::aKeyGivesWayToWhatElseChanges()
{
    AliasChange moved = newHost("tpu1", "user ada → milo, " + QString(40, 'x'));
    moved.kind = AliasChange::Kind::Changed;
    moved.oldAddress = "203.0.113.4";
    const NarrowTable narrow(moved);
    QVERIFY(narrow.isWhole(Column::Others));
    QVERIFY(narrow.isCut(Column::HostKey));
}

QTEST_MAIN(TestAliasTable)
#include "tst_aliastable.moc"
