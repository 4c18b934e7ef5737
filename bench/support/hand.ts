import { setTimeout as elapsed } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'

/**
 * Operators of the keystroke-level model, in seconds. K, H and M: Card, Moran and Newell 1980 (K of an average typist). Their P, 1.1 s, is for a mouse;
 * a finger is half as fast again (MacKenzie 2015). T is the touch itself: the finger is down for a tenth of a second. Waiting for the till (R) is
 * part of the M in which a person reads what came, so the model counts none.
 */
export const OPERATORS = { K: 0.28, P: 1.1 / 1.5, T: 0.1, M: 1.35 } as const

/** Throughput of a finger on a touch screen, in bits per second (MacKenzie 2015). */
const FINGER_BITS_PER_SECOND = 6.95

export type Counted = { taps: number; keys: number; seconds: number }

/**
 * A hand at the till. `think` pauses to read or decide, `tap` presses a control, `digits` types a number in groups as they are spoken, `press` presses a key.
 */
export type Hand = {
  think: () => Promise<void>
  tap: (control: Locator) => Promise<void>
  digits: (...groups: string[]) => Promise<void>
  press: (key: string) => Promise<void>
  /** The press that sends the sale, where the time of a person ends. */
  send: (control: Locator) => Promise<void>
}

/** As fast as the page accepts it, at 60 ms for each key. Measures from the first to the last press. */
export function robotHand(page: Page): Hand & { counted: () => Counted } {
  const counts = { taps: 0, keys: 0 }
  const begun = performance.now()
  const tap = async (control: Locator) => {
    counts.taps += 1
    await control.click()
  }
  const press = async (key: string) => {
    counts.keys += 1
    await page.keyboard.press(key)
    await elapsed(ROBOT_KEY_MS)
  }
  return {
    think: () => Promise.resolve(),
    tap,
    digits: async (...groups) => {
      for (const digit of groups.join('')) await press(digit)
    },
    press,
    send: tap,
    counted: () => ({ ...counts, seconds: (performance.now() - begun) / 1000 }),
  }
}

const ROBOT_KEY_MS = 60

/**
 * At the pace of a practiced person with one finger: each movement takes as long as Fitts's law says for the distance and the size of the control on
 * this page. Measures from the first press to *Send*, and adds up what the model says for the same actions.
 */
export function humanHand(page: Page) {
  let finger: { x: number; y: number } | undefined
  let begun: number | undefined
  let sentAt: number | undefined
  let model = 0
  const operators: string[] = []
  const count = (operator: keyof typeof OPERATORS) => {
    if (begun === undefined || sentAt !== undefined) return
    operators.push(operator)
    model += OPERATORS[operator]
  }
  const think = async () => {
    count('M')
    if (begun !== undefined) await elapsed(OPERATORS.M * 1000)
  }
  const touch = async (control: Locator) => {
    // A person sees whether a control accepts a press.
    await control.click({ trial: true })
    const box = await control.boundingBox()
    if (!box) throw new Error('The control is not on the screen.')
    const target = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    if (finger) await elapsed(movementMs(Math.hypot(target.x - finger.x, target.y - finger.y), box))
    finger = target
    if (begun !== undefined) await elapsed(OPERATORS.T * 1000)
    await control.click()
    begun ??= performance.now()
  }
  const tap = async (control: Locator) => {
    count('P')
    count('T')
    await touch(control)
  }
  const keypad = page.getByRole('group', { name: 'Keypad', exact: true })
  return {
    think,
    tap,
    digits: async (...groups: string[]) => {
      for (const [index, group] of groups.entries()) {
        if (index > 0) await think()
        for (const digit of group) {
          count('K')
          if (/\d/.test(digit)) await touch(keypad.getByRole('button', { name: digit, exact: true }))
          else await page.keyboard.press(digit)
        }
      }
    },
    press: async (key: string) => {
      count('K')
      await elapsed(OPERATORS.K * 1000)
      await page.keyboard.press(key)
      begun ??= performance.now()
    },
    send: async (control: Locator) => {
      await tap(control)
      sentAt = performance.now()
    },
    measured: () => ({
      seconds: ((sentAt ?? NaN) - (begun ?? NaN)) / 1000,
      model,
      operators: shorten(operators),
    }),
  }
}

/** Fitts's law in the form of Shannon, without a constant. */
function movementMs(distance: number, { width, height }: { width: number; height: number }): number {
  return (Math.log2(distance / Math.min(width, height) + 1) / FINGER_BITS_PER_SECOND) * 1000
}

/** `K K K M` becomes `3K M`. */
const shorten = (operators: readonly string[]): string =>
  operators.join(' ').replace(/(\w)(?: \1)+/g, (run, operator: string) => `${run.split(' ').length}${operator}`)
