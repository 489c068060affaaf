// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "widgets/common/theme.h"
#include "widgets/settings/section.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <QtTest>

#include <initializer_list>

using namespace podium::ui;

namespace {

/// Three rows; below the field of the first there may be a note.
class Rows final : public Section
{
public:
    Rows()
        : Section(QStringLiteral("Section"))
        , first(new QLineEdit)
        , second(new QLineEdit)
        , third(new QLineEdit)
        , button(new QPushButton(QStringLiteral("Open")))
    {
        button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        addRow(QStringLiteral("First"), first);
        note = addNote();
        addRow(QStringLiteral("Second"), second);
        addRow(QStringLiteral("Third"), third);
        addRow({}, button);
        last = addNote(QString("What it is about. ").repeated(12));
    }
    void say(const QString &text) { setRowNote(note, text, true); }
    /// As on its page, at the top; as high as it needs.
    void showOn(QWidget &page)
    {
        auto *column = new QVBoxLayout(&page);
        column->addWidget(this);
        column->addStretch(1);
        page.resize(500, 900);
        page.show();
    }
    /// From the end of one to the begin of the other.
    [[nodiscard]] static int distance(const QWidget *upper, const QWidget *lower)
    {
        return lower->y() - (upper->y() + upper->height());
    }

    QLineEdit *first;
    QLineEdit *second;
    QLineEdit *third;
    QPushButton *button;
    QLabel *note = nullptr;
    QLabel *last = nullptr;
};

} // namespace

/// How the rows of a part of the Settings page stand.
class TestSection final : public QObject
{
    Q_OBJECT

private slots:
    void rowsAreEquallyFarApart();
    void aNoteBelongsToItsField();
    void fieldsBeginInOnePlace();
};

/// Whether or not a note may come between them.
void TestSection::rowsAreEquallyFarApart()
{
    QWidget page;
    auto &rows = *new Rows;
    rows.showOn(page);
    QTRY_COMPARE(Rows::distance(rows.second, rows.third), Grid);
    QCOMPARE(Rows::distance(rows.first, rows.second), Grid);
    rows.say(QStringLiteral("That is wrong."));
    QTRY_VERIFY(Rows::distance(rows.first, rows.second) > Grid);
    rows.say({});
    QTRY_COMPARE(Rows::distance(rows.first, rows.second), Grid);
}

void TestSection::aNoteBelongsToItsField()
{
    QWidget page;
    auto &rows = *new Rows;
    rows.showOn(page);
    rows.say(QStringLiteral("That is wrong."));
    QTRY_COMPARE(Rows::distance(rows.note, rows.second), Grid);
    QVERIFY(Rows::distance(rows.first, rows.note) < Grid);
    QVERIFY(Rows::distance(rows.button, rows.last) < Grid);
    QCOMPARE(rows.last->height(), rows.last->heightForWidth(rows.last->width()));
}

/// Those that keep their width, too.
void TestSection::fieldsBeginInOnePlace()
{
    QWidget page;
    auto &rows = *new Rows;
    rows.showOn(page);
    for (const QWidget *field :
         std::initializer_list<QWidget *>{rows.second, rows.button, rows.last}) {
        QTRY_COMPARE(field->x(), rows.first->x());
    }
    QCOMPARE(rows.second->width(), rows.first->width());
    QCOMPARE(rows.button->width(), rows.button->sizeHint().width());
}

QTEST_MAIN(TestSection)
#include "tst_section.moc"
