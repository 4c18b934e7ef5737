// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { takeTurns, type WindowTurn } from '#browser/shell/display/window-turn.ts'

let other: BroadcastChannel
let heard: unknown[]
const open: WindowTurn[] = []

beforeEach(() => {
  other = new BroadcastChannel('toptill-windows')
  heard = []
  other.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    heard.push(data === 'given back' ? data : 'taken'),
  )
})
afterEach(() => {
  for (const turn of open.splice(0)) turn.end()
  other.close()
  vi.restoreAllMocks()
})

/** This window, beside another one of which only the words are there. */
function aWindow({ hasTicket = true } = {}) {
  const onLost = vi.fn()
  const ticket = { isThere: hasTicket }
  const turn = takeTurns({ hasTicket: () => ticket.isThere, onLost })
  open.push(turn)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is of one origin anyway.
  const say = (word: unknown) => other.postMessage(word)
  const loses = async () => {
    say({ takenAt: Infinity })
    await vi.waitFor(() => expect(turn.isMine()).toBe(false))
  }
  return { turn, onLost, ticket, say, loses }
}
const use = () => window.dispatchEvent(new Event('pointerdown'))
const turnTo = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('the window that was used last has the turn, and the other one hears it', async () => {
  const { turn, onLost, loses } = aWindow()
  expect(turn.isMine()).toBe(true)
  await loses()
  expect(onLost).toHaveBeenCalledOnce()
  use()
  expect(turn.isMine()).toBe(true)
  await vi.waitFor(() => expect(heard).toEqual(['taken']))
})

it('a window with nothing to show takes the turn from nobody, however much it is used', async () => {
  const { turn, ticket, loses } = aWindow({ hasTicket: false })
  await loses()
  use()
  window.dispatchEvent(new Event('focus'))
  expect(turn.isMine()).toBe(false)
  ticket.isThere = true
  use()
  expect(turn.isMine()).toBe(true)
})

it('a window that is hidden or closed gives the turn back', async () => {
  aWindow()
  turnTo('hidden')
  use()
  await vi.waitFor(() => expect(heard).toEqual(['given back']))
  turnTo('visible')
  await vi.waitFor(() => expect(heard).toEqual(['given back', 'taken']))
  open.pop()?.end()
  await vi.waitFor(() => expect(heard).toEqual(['given back', 'taken', 'given back']))
})

it('it is the turn of this window again once the other one is gone', async () => {
  const { turn, say, loses } = aWindow()
  await loses()
  say('given back')
  await vi.waitFor(() => expect(turn.isMine()).toBe(true))
})

it('of two that take the turn at the same moment, the later one has it', async () => {
  const { turn, say } = aWindow()
  use()
  say({ takenAt: 1 })
  say('given back')
  // Words come in their order.
  await vi.waitFor(() => expect(heard).toEqual(['taken']))
  expect(turn.isMine()).toBe(true)
  say({ takenAt: performance.timeOrigin + performance.now() + 1_000 })
  await vi.waitFor(() => expect(turn.isMine()).toBe(false))
})
