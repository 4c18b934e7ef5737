/** The windows of this till in this browser. */
const WINDOWS = 'toptill-windows'

/** What windows tell each other: when one took the turn, by the clock of its page (epoch ms), or that it has given it back. */
type Word = { takenAt: number } | 'given back'

export type WindowTurn = {
  /** Whether this window tells the customer display what its customer sees. */
  isMine: () => boolean
  /** What this window shows has changed: somebody uses it. */
  take: () => void
  end: () => void
}

type TurnOptions = {
  /** Whether this window has a ticket or a sale to show. */
  hasTicket: () => boolean
  onLost: () => void
}

/**
 * Two windows of one till beside each other would take turns on its display. Of those that show something, the one that was used last has the turn, and
 * gives it back when it is hidden or closed. As long as no window was used, each tells what it has.
 */
export function takeTurns({ hasTicket, onLost }: TurnOptions): WindowTurn {
  const others = new BroadcastChannel(WINDOWS)
  let isMine = true
  /** Of two windows that take the turn at the same moment, the later one has it. */
  let takenAt = 0
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is of one origin anyway.
  const tell = (word: Word) => others.postMessage(word)
  const take = () => {
    if (document.visibilityState === 'hidden' || !hasTicket()) return
    isMine = true
    takenAt = performance.timeOrigin + performance.now()
    tell({ takenAt })
  }
  const giveBack = () => {
    if (isMine) tell('given back')
  }
  const onVisibility = () => (document.visibilityState === 'hidden' ? giveBack() : take())
  others.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    const wasMine = isMine
    isMine = data === 'given back' || data.takenAt < takenAt
    if (wasMine && !isMine) onLost()
  })
  const listening = new AbortController()
  const { signal } = listening
  for (const event of ['pointerdown', 'keydown'] as const)
    window.addEventListener(event, take, { capture: true, signal })
  window.addEventListener('focus', take, { signal })
  window.addEventListener('pagehide', giveBack, { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  return {
    isMine: () => isMine,
    take,
    end: () => {
      giveBack()
      listening.abort()
      others.close()
    },
  }
}
