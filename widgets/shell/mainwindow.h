// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/palettemodel.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>
#include <vector>

class QMessageBox;
class QSettings;
class QStackedWidget;

namespace podium::ui {

class CommandPalette;
class Rail;
class StatusLine;

/// A page as the frame sees it.
struct PageSpec
{
    QString id;    ///< "nodes": for --page and the window's state
    QString title; ///< for the rail
    QString icon;  ///< a name of themedIcon()
    QWidget *widget = nullptr;
    std::function<void()> focusFilter; ///< what `/` does here; may be empty
    bool atBottom = false;             ///< of the rail
    std::function<void()> find = {};   ///< what Ctrl+F does here; empty: as `/`
};

/// What to ask before the end.
struct CloseQuestion
{
    QString text;        ///< empty: nothing to ask
    QString detail = {}; ///< more, in plain sentences
    QString quit = {};   ///< what to call the button; empty: "Quit"

    // NOLINTNEXTLINE(google-explicit-constructor): mostly it is a text alone
    CloseQuestion(QString question) : text(std::move(question)) {}
};

/// The frame: rail, pages, status line, palette and the keys that work everywhere. Knows no page
/// by name. Pages stay as they are when left.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// `state` must outlive it.
    explicit MainWindow(QSettings &state, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Stands in the window until the first page is added; takes it.
    void setPlaceholder(QWidget *widget);
    void addPage(PageSpec page);
    /// A page that is yet to come is shown when it is added.
    void showPage(const QString &id);
    [[nodiscard]] QString currentPage() const;
    void setBadge(const QString &id, const QString &text, const QString &meaning);
    [[nodiscard]] StatusLine &statusLine() { return *m_status; }
    /// What the palette offers beside the pages; asked each time it opens, and by
    /// updatePalette().
    void setPaletteSource(std::function<std::vector<models::PaletteItem>()> source);
    /// Closing hides the window instead.
    void setCloseHides(bool hides) { m_closeHides = hides; }
    /// Gives what to ask before the end; an empty text: nothing to ask.
    void setCloseQuestion(std::function<CloseQuestion()> question);
    /// There is more, or less, that the palette can do: shows it at once where it is open.
    void updatePalette();
    /// Shows, raises and focuses it, wherever it was.
    void bringToFront();
    /// Asks if there is something to ask, remembers place and page, then says closed(), once:
    /// after that there is nothing more to ask or to say.
    void quit();

signals:
    void refreshRequested();
    /// The person is done with Podium.
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void finish();
    void setUpKeys();
    void openPalette();
    void takeKeyboardBack();
    [[nodiscard]] std::vector<models::PaletteItem> paletteItems();
    void askBeforeQuit(const CloseQuestion &question);
    void showIndex(int index);
    void raisePage(int index);
    [[nodiscard]] const PageSpec *currentSpec() const;

    QSettings &m_state;
    std::vector<PageSpec> m_pages;
    Rail *m_rail = nullptr;
    QStackedWidget *m_stack = nullptr;
    StatusLine *m_status = nullptr;
    CommandPalette *m_palette = nullptr;
    QPointer<QWidget> m_beforePalette; ///< had the keyboard
    std::function<std::vector<models::PaletteItem>()> m_paletteSource;
    std::function<CloseQuestion()> m_closeQuestion;
    QPointer<QMessageBox> m_question;
    QWidget *m_placeholder = nullptr;
    QString m_wantedPage; ///< shown as soon as it is added
    bool m_closeHides = false;
    bool m_isFinished = false; ///< closed() was said
};

} // namespace podium::ui
