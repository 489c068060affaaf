// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStyleOption>
#include <QtTest>

#include <algorithm>

using namespace podium::ui;
using podium::models::Mark;

Q_DECLARE_METATYPE(QPalette)

class TestTheme final : public QObject
{
    Q_OBJECT

private slots:
    void contrasts_data();
    void contrasts();
    void ownPalettesAreReadable();
    void knownRatios();
    void marksDifferInShape();
    void iconsFollowThePalette();
    void allIconsCanBeDrawn();
    void questionsAreMarkedInTheAccent();
    void tabsCloseMarksAreSeen_data() { contrasts_data(); }
    void tabsCloseMarksAreSeen();
    void wordsOfAnEmptyPageAreNeverCut();
    void fieldsHaveAnEdge_data() { contrasts_data(); }
    void fieldsHaveAnEdge();
    void focusIsSeen_data();
    void focusIsSeen();
};

void TestTheme::contrasts_data()
{
    QTest::addColumn<QPalette>("palette");
    QPalette grey;
    grey.setColor(QPalette::Base, QColor(0xd0d0d0));
    grey.setColor(QPalette::Window, QColor(0xb8b8b8));
    grey.setColor(QPalette::Text, Qt::black);
    grey.setColor(QPalette::WindowText, Qt::black);
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
    QTest::newRow("a desktop's grey") << grey;
}

void TestTheme::contrasts()
{
    QFETCH(QPalette, palette);
    const Tones t = tones(palette);
    for (const QColor &ink : {t.good, t.busy, t.warning, t.bad, t.off, t.muted, t.accent}) {
        QVERIFY(contrast(ink, palette.color(QPalette::Base)) >= 4.5);
        QVERIFY(contrast(ink, palette.color(QPalette::Window)) >= 4.5);
    }
    const QColor text = palette.color(QPalette::Text);
    for (const QColor &back :
         {t.addedBackground, t.removedBackground, t.addedStrong, t.removedStrong, t.badBackground,
          t.warningBackground, t.goodBackground, t.infoBackground, t.hover}) {
        QVERIFY2(contrast(text, back) >= 4.5, qPrintable(back.name()));
    }
}

void TestTheme::ownPalettesAreReadable()
{
    using Roles = std::pair<QPalette::ColorRole, QPalette::ColorRole>;
    for (const QPalette &palette : {lightPalette(), darkPalette()}) {
        for (const auto &[ink, ground] :
             {Roles{QPalette::HighlightedText, QPalette::Highlight},
              Roles{QPalette::ButtonText, QPalette::Button},
              Roles{QPalette::ToolTipText, QPalette::ToolTipBase},
              Roles{QPalette::PlaceholderText, QPalette::Base},
              Roles{QPalette::PlaceholderText, QPalette::Window},
              Roles{QPalette::Link, QPalette::Base}}) {
            QVERIFY(contrast(palette.color(ink), palette.color(ground)) >= 4.5);
        }
    }
}

void TestTheme::knownRatios()
{
    QCOMPARE(qRound(contrast(Qt::black, Qt::white)), 21);
    QCOMPARE(qRound(contrast(Qt::white, Qt::white)), 1);
    QVERIFY(contrast(withContrast(QColor(0xeeeeee), Qt::white), Qt::white) >= 4.5);
    QVERIFY(isDark(darkPalette()));
    QVERIFY(!isDark(lightPalette()));
}

void TestTheme::marksDifferInShape()
{
    // Drawn in one colour, no two marks look alike: colour never stands alone.
    QList<QImage> pictures;
    for (const Mark mark :
         {Mark::Good, Mark::Busy, Mark::Warning, Mark::Bad, Mark::Off, Mark::Unknown}) {
        QImage picture(32, 32, QImage::Format_ARGB32);
        picture.fill(Qt::white);
        QPainter painter(&picture);
        paintMark(painter, QRectF(2, 2, 28, 28), mark, lightPalette(), Qt::black);
        painter.end();
        QVERIFY(!pictures.contains(picture));
        pictures << picture;
    }
}

void TestTheme::iconsFollowThePalette()
{
    const QIcon icon = themedIcon("run");
    QApplication::setPalette(lightPalette());
    const QImage light = icon.pixmap(24, 24).toImage();
    QApplication::setPalette(darkPalette());
    const QImage dark = icon.pixmap(24, 24).toImage();
    QVERIFY(light != dark);
    QVERIFY(icon.pixmap(24, 24, QIcon::Disabled).toImage() != dark);
}

void TestTheme::allIconsCanBeDrawn()
{
    QVERIFY(!applicationIcon().pixmap(64, 64).isNull());
    const QStringList names =
        QDir(":/podium/icons").entryList({"*.svg"}).replaceInStrings(".svg", "");
    QVERIFY(names.size() > 20);
    QImage empty(24, 24, QImage::Format_ARGB32_Premultiplied);
    empty.fill(Qt::transparent);
    for (const QString &name : names) {
        const QImage picture = themedIcon(name).pixmap(24, 24).toImage();
        QVERIFY2(picture.convertToFormat(empty.format()) != empty, qPrintable(name));
    }
}

/// The style below has a bitmap from other times for them.
void TestTheme::questionsAreMarkedInTheAccent()
{
    const FlatStyle style;
    QApplication::setPalette(darkPalette());
    const QImage image =
        style.standardIcon(QStyle::SP_MessageBoxQuestion, nullptr, nullptr).pixmap(48).toImage();
    const QColor accent = tones(darkPalette()).accent;
    int drawn = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (pixel.alpha() == 255) {
                QCOMPARE(pixel.name(), accent.name());
                ++drawn;
            }
        }
    }
    QVERIFY(drawn > 0);
}

void TestTheme::tabsCloseMarksAreSeen()
{
    QFETCH(QPalette, palette);
    const QColor ground = palette.color(QPalette::Window);
    QImage picture(24, 24, QImage::Format_ARGB32);
    picture.fill(ground);
    QStyleOption option;
    option.rect = picture.rect();
    option.palette = palette;
    option.state = QStyle::State_Enabled;
    QPainter painter(&picture);
    FlatStyle().drawPrimitive(QStyle::PE_IndicatorTabClose, &option, &painter, nullptr);
    painter.end();
    qreal clearest = 1;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            clearest = std::max(clearest, contrast(picture.pixelColor(x, y), ground));
        }
    }
    QVERIFY2(clearest >= 3, qPrintable(QString::number(clearest)));
}

void TestTheme::wordsOfAnEmptyPageAreNeverCut()
{
    EmptyState page(
        "run", "Run a command on many workers",
        "Say where it is to run, what, and press Ctrl+Return.\nEach worker gets a pane with its "
        "output and its exit code, and a line of its own.");
    page.addAction("Fill in an example");
    page.show();
    for (const int height : {480, 300, 255, 234, 224}) {
        page.resize(1038, height);
        QCoreApplication::processEvents();
        for (const QLabel *label : page.findChildren<QLabel *>()) {
            QVERIFY2(
                !label->isVisible() || label->height() >= label->heightForWidth(label->width()),
                qPrintable(QString("%1 at %2").arg(label->text()).arg(height)));
        }
    }
}

void TestTheme::fieldsHaveAnEdge()
{
    QFETCH(QPalette, palette);
    FlatStyle style;
    QLineEdit line;
    QSpinBox spin;
    QPlainTextEdit lines;
    for (QWidget *field : std::initializer_list<QWidget *>{&line, &spin, &lines}) {
        field->setStyle(&style);
        field->setPalette(palette);
        field->resize(120, 40);
        const QColor edge = field->grab().toImage().pixelColor(60, 0);
        QVERIFY2(
            contrast(edge, palette.color(QPalette::Base)) >= 2.9 &&
                contrast(edge, palette.color(QPalette::Window)) >= 2.9,
            field->metaObject()->className());
    }
}

void TestTheme::focusIsSeen_data()
{
    QTest::addColumn<bool>("isCheckBox");
    QTest::newRow("check box") << true;
    QTest::newRow("field of several lines") << false;
}

void TestTheme::focusIsSeen()
{
    QFETCH(bool, isCheckBox);
    FlatStyle style;
    QWidget window;
    auto *box = new QCheckBox("Ring", &window);
    auto *lines = new QPlainTextEdit(&window);
    auto *other = new QPushButton("other", &window);
    lines->move(0, 60);
    other->move(0, 300);
    QWidget *tried = isCheckBox ? static_cast<QWidget *>(box) : lines;
    tried->setStyle(&style);
    tried->setPalette(lightPalette());
    window.show();
    QApplication::setActiveWindow(&window);
    QVERIFY(QTest::qWaitForWindowActive(&window, podium::Patience));
    other->setFocus(Qt::TabFocusReason);
    const QImage before = tried->grab().toImage();
    window.setAttribute(Qt::WA_KeyboardFocusChange);
    tried->setFocus(Qt::TabFocusReason);
    const QImage after = tried->grab().toImage();
    int ring = 0;
    for (int y = 0; y < after.height(); ++y) {
        for (int x = 0; x < after.width(); ++x) {
            ring += after.pixelColor(x, y) == tones(lightPalette()).accent &&
                    before.pixelColor(x, y) != after.pixelColor(x, y);
        }
    }
    QVERIFY2(ring > after.width(), qPrintable(QString::number(ring)));
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
