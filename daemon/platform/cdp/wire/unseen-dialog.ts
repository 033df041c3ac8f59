/**
 * A dialog that was open before its tab was attached. The browser announces a dialog only when it opens, takes an answer
 * only from sessions that it was announced to, and meanwhile the page answers nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../../problem.ts'
import { untilAborted, withTimeLimit } from '../../../time-limit.ts'
import { inOwnSession } from './attachment.ts'
import { CommandError, type Session } from './connection.ts'

/** A page that takes this long to give its first answers is busy, or behind a dialog. */
const hesitationMs = 700
/** How often, one after the other, to look for a dialog. A page that was only starting answers in between. */
const looks = 5
const lookMs = 100
/** Time for a page to answer once its dialog is gone. */
const freeMs = 3000
/** An address that no server is asked for, and where no page will ever be. */
const nowhere = 'https://dialog.invalid/'

/** Returns once the page has answered, or true if a dialog prevents that. */
export async function isBehindDialog(
  session: Session,
  answered: Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  const unlessLate = (ms: number) =>
    untilAborted(Promise.race([answered.then(() => true), pause(ms, false, { ref: false })]), signal)
  if (await unlessLate(hesitationMs)) return false
  for (let swallowed = 0; swallowed < looks; ) {
    const isOpen = (await isSwallowed(session, answered, signal)) && (await hasDocument(session, signal))
    swallowed = isOpen ? swallowed + 1 : 0
    if (await unlessLate(lookMs)) return false
  }
  return true
}

/**
 * While a dialog is open the browser swallows input for its process at once, so that the reply comes before the answer
 * to the question that follows. Any other input goes to the page's process and back, which comes after that answer,
 * however busy the machine. That the page takes the input says nothing: input goes before clients' questions.
 */
async function isSwallowed(session: Session, answered: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  let isFirst = true
  const outside = { type: 'mouseMoved', x: -1, y: -1 } as const
  const moved = session.send('Input.dispatchMouseEvent', outside, signal).then(() => isFirst)
  const asked = session.connection.root.send('Browser.getVersion', undefined, signal).then(() => (isFirst = false))
  const [swallowed] = await Promise.all([Promise.race([moved, answered.then(() => false)]), asked])
  return swallowed
}

/** False while its process is only starting: input is swallowed then too, but nothing can have opened a dialog. */
async function hasDocument(session: Session, signal: AbortSignal): Promise<boolean> {
  try {
    const { currentIndex, entries } = await session.send('Page.getNavigationHistory', undefined, signal)
    return entries[currentIndex]?.url !== ''
  } catch (error) {
    // The browser gives no history of a frame, but does give the address of its document, if any.
    if (!(error instanceof CommandError)) throw error
    return (await session.send('Target.getTargetInfo', {}, signal)).targetInfo.url !== ''
  }
}

/**
 * Dismisses it: the browser closes dialogs when a navigation starts. This one is stopped before it reaches anything, so
 * the page stays as it is. In a session of its own, whose end also ends the interception.
 */
export async function dismissUnseen(tab: Session, signal: AbortSignal): Promise<void> {
  const { targetInfo } = await tab.send('Target.getTargetInfo', {}, signal)
  const within = withTimeLimit(signal, freeMs)
  await inOwnSession(tab.connection, targetInfo.targetId, signal, async (session) => {
    try {
      const next = new Promise<void>((resolve) => {
        session.on('Page.javascriptDialogOpening', ({ type }) => {
          // The question whether to leave the page, which will not happen.
          if (type === 'beforeunload') session.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {})
          else resolve()
        })
      })
      session.on('Fetch.requestPaused', ({ requestId }) => {
        session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => {})
      })
      // Answered only when the page is free, but in force from now on.
      const enabled = session.send('Page.enable', undefined, within)
      enabled.catch(() => {})
      await session.send('Fetch.enable', { patterns: [{ urlPattern: `${nowhere}*` }] }, within)
      await session.send('Page.navigate', { url: nowhere }, within)
      await Promise.race([enabled, next])
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw new Problem('unresponsive', {
        message: `The dialog was not dismissed (${String(error instanceof Error ? error.message : error)}).`,
        hint: 'It may be of another tab that was opened by the same page: dismiss it there. {navigate} with this tab ends the page.',
      })
    }
  })
}
