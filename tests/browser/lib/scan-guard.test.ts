// @vitest-environment happy-dom
import { expect, it } from 'vitest'

import { installScanGuard } from '#browser/lib/scan-guard.ts'

installScanGuard()

/** Presses keys one after another, `apartMs` apart. Returns whether the last one was ignored. */
function isLastIgnored(
  keys: readonly string[],
  apartMs: number,
  target: Element = document.body,
  altKey = false,
): boolean {
  startsAt += 10_000
  let isIgnored = false
  for (const [index, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', {
      key,
      altKey: altKey && key !== 'Enter',
      bubbles: true,
      cancelable: true,
    })
    Object.defineProperty(event, 'timeStamp', { value: startsAt + index * apartMs })
    target.dispatchEvent(event)
    isIgnored = event.defaultPrevented
  }
  return isIgnored
}
let startsAt = 0

it.each([
  ['digits', '8'],
  ['keys without a name, as on an Android handheld', 'Unidentified'],
  ['keys of an input method', 'Process'],
  ['dead keys', 'Dead'],
  ['letters of another script', 'ب'],
  ['characters beyond the first plane', '𝟖'],
  ...[
    'Compose',
    'Convert',
    'ModeChange',
    'AllCandidates',
    'Soft1',
    'Clear',
    'LaunchApplication1',
    'GoBack',
    '',
    '\u001d',
  ].map((key) => [`the key "${key}"`, key]),
])('the Enter of a scan that types %s presses nothing', (_, key) => {
  for (const apartMs of [1, 20, 250])
    expect(isLastIgnored([...Array.from({ length: 13 }, () => key), 'Enter'], apartMs), `${apartMs} ms`).toBe(true)
})

it.each(['Tab', 'ArrowDown', 'Shift', 'F8', 'Escape', 'Backspace', 'CapsLock'])(
  'Enter right after %s counts as a decision of a person',
  (key) => expect(isLastIgnored([key, 'Enter'], 20)).toBe(false),
)

it('the Enter of a scan that types each character as Alt and its number presses nothing', () => {
  expect(isLastIgnored(['5', '6', 'Enter'], 20, document.body, true)).toBe(true)
})

it('Enter works again after a pause, and in a field', () => {
  expect(isLastIgnored(['8', 'Enter'], 400)).toBe(false)
  const field = document.body.appendChild(document.createElement('input'))
  expect(isLastIgnored(['Unidentified', 'Enter'], 1, field)).toBe(false)
})
