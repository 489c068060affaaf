// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/panes/pane.h"

#include "core/run/output/outputfold.h"
#include "widgets/common/theme.h"

#include <QAction>
#include <QElapsedTimer>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace podium::ui {

using models::PaneState;

namespace {

constexpr int Border = 1;
constexpr int TerminalBorder = 3; // room for the frame of those that receive
constexpr int MostComparedLines = 2000;
constexpr int CompareMs = 500; // between two comparisons of what still grows

} // namespace

Pane::Pane(QWidget *parent)
    : QFrame(parent)
    , m_header(new PaneHeader(this))
    , m_output(new OutputView(this))
{
    m_output->setFocusPolicy(Qt::ClickFocus);
    m_output->installEventFilter(this);
    m_output->viewport()->installEventFilter(this);
    auto *edit = new QAction(tr("Open in the text editor"), m_output);
    connect(edit, &QAction::triggered, this, &Pane::editorRequested);
    m_output->addAction(edit); // it is in the output's menu
}

// The view must not look at lines that are gone when it is destroyed after them.
Pane::~Pane()
{
    m_output->setSource(nullptr);
    m_terminal.reset();
}

void Pane::setTerminals(run::RunTerminals &terminals)
{
    m_terminal = std::make_unique<PaneTerminal>(*m_output, terminals);
    connect(m_terminal.get(), &PaneTerminal::left, this, &Pane::left);
    connect(m_terminal.get(), &PaneTerminal::changed, this, &Pane::refresh);
    placeChildren();
}

void Pane::setLook(const std::shared_ptr<const OutputTheme> &look)
{
    m_look = look;
    m_header->setLook(look);
    m_output->setLook(look);
    placeChildren();
    update();
}

void Pane::bind(const models::RunModel &model, const PaneItem &item, const ViewPlace &place)
{
    m_model = &model;
    m_item = item;
    m_output->setSource(nullptr);
    if (m_terminal) {
        m_terminal->bind(item.slot(), place);
    } else {
        m_lines.emplace(model.run().output(), item.slot());
        m_output->setSource(&*m_lines, place);
    }
    setReference(m_reference);
    refresh();
}

void Pane::setReference(int slot)
{
    m_reference = slot;
    m_missingLines = 0;
    m_comparedOwn = {};
    m_comparedReference = {};
    m_sinceCompared.invalidate();
    m_output->setOddLines({});
}

/// Whether it is to be laid beside what most have.
bool Pane::hasReference() const
{
    return !m_terminal && m_reference >= 0 && !m_item.slotNumbers.contains(m_reference);
}

bool Pane::isTooLongToCompare() const
{
    const run::OutputStore &store = m_model->run().output();
    return std::max(store.lineCount(m_item.slot()), store.lineCount(m_reference)) >
           MostComparedLines;
}

/// What the marks do not show of how it differs; empty: nothing.
QString Pane::differenceText() const
{
    if (hasReference() && isTooLongToCompare()) {
        return tr("Too long to mark what differs: more than %1 lines.")
            .arg(QLocale().toString(MostComparedLines));
    }
    if (m_missingLines == 0) {
        return {};
    }
    return m_missingLines == 1 ? tr("1 line missing that most have.")
                               : tr("%n lines missing that most have.", nullptr, m_missingLines);
}

void Pane::markOddLines()
{
    const run::OutputStore &store = m_model->run().output();
    const int slot = m_item.slot();
    if (!hasReference()) {
        return;
    }
    if (isTooLongToCompare()) {
        m_missingLines = 0;
        m_output->setOddLines({}); // of what was shorter
        return;
    }
    if (m_sinceCompared.isValid() && m_sinceCompared.elapsed() < CompareMs) {
        return;
    }
    const run::OutputDigest own = store.digest(slot);
    const run::OutputDigest reference = store.digest(m_reference);
    if (own == m_comparedOwn && reference == m_comparedReference) {
        return;
    }
    m_comparedOwn = own;
    m_comparedReference = reference;
    m_sinceCompared.start();
    QVector<int> odd;
    m_missingLines = 0;
    for (const run::LineMatch &match :
         run::matchLines(run::linesOf(store, slot), run::linesOf(store, m_reference))) {
        m_missingLines += match.kind == run::LineMatch::Kind::Missing ? 1 : 0;
        if (match.kind == run::LineMatch::Kind::Added) {
            odd.append(match.line);
        }
    }
    m_output->setOddLines(odd);
}

void Pane::unbind()
{
    m_output->setSource(nullptr);
    if (m_terminal) {
        m_terminal->unbind();
    }
    m_lines.reset();
    m_model = nullptr;
    m_item = {};
}

PaneFacts Pane::gatherFacts() const
{
    const int slot = m_item.slot();
    const run::WorkerState &worker = m_model->worker(slot);
    const int lines = m_model->run().output().lineCount(slot);
    PaneFacts facts;
    facts.title = m_item.title;
    facts.workers = m_item.slotNumbers.size();
    facts.state = models::paneState(worker);
    facts.headline = models::paneHeadline(worker);
    facts.duration = models::durationText(m_model->elapsed(slot));
    facts.route = models::paneRoute(worker);
    facts.matches = m_model->matches(slot);
    facts.mayHaveMoreMatches = m_model->mayHaveMore(slot);
    if (lines > 0) {
        facts.lines = lines == 1 ? tr("1 line") : tr("%1 lines").arg(QLocale().toString(lines));
        facts.sentence = models::paneSentence(worker);
    }
    if (m_terminal) {
        const ssh::TerminalSize size = m_terminal->size();
        const QString cells = QStringLiteral("%1×%2").arg(size.columns).arg(size.rows);
        facts.lines = m_terminal->hasKeys() ? tr("Ctrl+Shift+Esc leaves") : cells;
    }
    if (facts.sentence.isEmpty() && lines > 0) {
        facts.sentence = differenceText();
    }
    if (const qint64 cut = m_model->run().output().cutBytes(slot); cut > 0) {
        const QString amount = QLocale().formattedDataSize(cut);
        const QString problem = m_model->run().output().diskProblem();
        const QString cutText = problem.isEmpty()
                                    ? tr("%1 of the middle were too much to keep.").arg(amount)
                                    : tr("%1 of the middle were not kept: %2").arg(amount, problem);
        facts.sentence = facts.sentence.isEmpty()
                             ? cutText
                             : QString(facts.sentence + QLatin1Char(' ') + cutText);
    }
    return facts;
}

qint64 Pane::refresh()
{
    if (!m_model) {
        return 0;
    }
    QElapsedTimer elapsed;
    elapsed.start();
    markOddLines();
    const PaneState before = m_header->facts().state;
    const QString headlineBefore = m_header->facts().headline;
    if (m_header->setFacts(gatherFacts())) {
        placeChildren();
    }
    const run::WorkerState &worker = m_model->worker(m_item.slot());
    m_output->setPlaceholder(
        models::emptyPaneText(worker), facts().state == PaneState::Failed ||
                                           facts().state == PaneState::Unreachable ||
                                           facts().state == PaneState::HostKey);
    m_output->refresh();
    if (m_terminal) {
        m_output->viewport()->update(); // any of its cells may be another
    }
    if (facts().state != before || facts().headline != headlineBefore ||
        m_output->accessibleName().isEmpty() || accessibleName() != m_item.title) {
        updateAccessibleTexts();
    }
    return elapsed.nsecsElapsed() + m_output->lastPaintNs();
}

void Pane::updateAccessibleTexts()
{
    const QString word = models::paneStateWord(facts().state);
    QStringList parts{word};
    if (facts().headline != word) {
        parts += facts().headline;
    }
    if (models::isEnded(facts().state) && !facts().duration.isEmpty()) {
        parts += facts().duration;
    }
    setAccessibleName(m_item.title);
    setAccessibleDescription(parts.join(QLatin1String(", ")));
    m_header->setAccessibleName(tr("State of %1").arg(m_item.title));
    m_header->setAccessibleDescription(accessibleDescription());
    m_output->setAccessibleName(
        m_terminal ? tr("Terminal of %1").arg(m_item.title) : tr("Output of %1").arg(m_item.title));
    if (m_terminal) {
        m_output->setAccessibleDescription(
            tr("Keys go to the worker. Ctrl+Shift+Escape gives the keyboard back."));
    }
}

void Pane::setCurrent(bool current)
{
    if (current != m_isCurrent) {
        m_isCurrent = current;
        update();
    }
}

bool Pane::hasKeys() const
{
    return m_terminal && m_terminal->hasKeys();
}

void Pane::setReceives(bool receives)
{
    if (receives != m_receives) {
        m_receives = receives;
        update();
    }
}

int Pane::border() const
{
    return m_terminal ? TerminalBorder : Border;
}

void Pane::placeChildren()
{
    const QRect inner = rect().adjusted(border(), border(), -border(), -border());
    const int headerHeight = m_header->sizeHint().height();
    m_header->setGeometry(inner.left(), inner.top(), inner.width(), headerHeight);
    m_output->setGeometry(inner.adjusted(0, headerHeight, 0, 0));
}

void Pane::resizeEvent(QResizeEvent *)
{
    placeChildren();
}

void Pane::paintEvent(QPaintEvent *)
{
    if (!m_look) {
        return;
    }
    QPainter painter(this);
    if (m_terminal) {
        painter.fillRect(
            rect(), m_receives ? m_look->tones.warning : m_look->palette.color(QPalette::Base));
    }
    if (m_receives) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing); // whole at a scale that is a fraction, too
    painter.setPen(m_isCurrent ? m_look->tones.accent : m_look->tones.line);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void Pane::mousePressEvent(QMouseEvent *event)
{
    m_output->setFocus(Qt::MouseFocusReason);
    emit activated();
    event->accept();
}

void Pane::mouseDoubleClickEvent(QMouseEvent *event)
{
    event->accept();
    emit opened(); // on the header: a double click in the output selects a word
}

bool Pane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn && watched == m_output) {
        emit activated();
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace podium::ui
