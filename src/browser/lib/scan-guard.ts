/** A person needs longer between a character and the Enter that answers a question; even a slow scanner does not. */
const HASTY_PRESS_MS = 300
/** No one types two characters this fast. */
const HASTY_MS = 100
/** The longest pause of a slow scanner. After a longer pause, the scan is over. */
const ALONE_MS = 80

/** Names of keys that type nothing (UI Events) and that a person may press before Enter. */
const CONTROL_KEY =
  /^(Enter|Tab|Escape|Backspace|Delete|Home|End|Page\w+|Arrow\w+|Shift|Control|Alt|AltGraph|Meta|Fn|\w+Lock|F\d+)$/

/** Input methods and many Android handhelds report `Unidentified` or `Process`, so any key that is not a control key counts as a character. */
export const typesCharacter = (key: string): boolean => !CONTROL_KEY.test(key)

let signAt = -Infinity
let signBeforeAt = -Infinity
let hasRefusedSpace = false
let waiting: ReturnType<typeof setTimeout> | undefined

/** Outside fields, blocks Enter and Space right after another character, so no scan presses a button. */
export function installScanGuard(): void {
  window.addEventListener('keydown', onKeyDown, true)
  // Space presses a button on keyup.
  window.addEventListener(
    'keyup',
    (event) => {
      if (event.key === ' ' && hasRefusedSpace) event.preventDefault()
    },
    true,
  )
  // An input method may write into a field without key events.
  window.addEventListener(
    'beforeinput',
    ({ inputType, timeStamp }) => {
      if (inputType.startsWith('insert')) signAt = timeStamp
    },
    true,
  )
}

function onKeyDown(event: KeyboardEvent): void {
  const isSign = typesCharacter(event.key)
  // Shift and arrows are not scanner input, so they do not cancel the wait.
  if (isSign || event.key === 'Enter') clearTimeout(waiting)
  // Some scanners type each character as Alt and its number.
  if (isSign && event.altKey) signAt = event.timeStamp
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
  const isRefused = isHastyPress(event)
  if (event.key === ' ') hasRefusedSpace = isRefused
  if (isRefused) event.preventDefault()
  // This Enter ended the input in a field, so the next one is a deliberate press.
  if (event.key === 'Enter' && isTypedInto(event.target)) signAt = -Infinity
  if (!isSign) return
  signBeforeAt = signAt
  signAt = event.timeStamp
}

const isHastyPress = ({ key, timeStamp, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && timeStamp - signAt <= HASTY_PRESS_MS && !isTypedInto(target)

/** Whether the key followed another so fast that a scanner typed it. */
export const isScanKey = ({ timeStamp }: KeyboardEvent): boolean => timeStamp - signBeforeAt <= HASTY_MS

/** Runs the action of a single-letter shortcut unless the letter is part of a scan. */
export function afterScanGap(event: KeyboardEvent, run: () => void): void {
  if (isScanKey(event)) return
  waiting = setTimeout(() => {
    // A person pressed the letter and may answer the next question with Enter.
    signAt = -Infinity
    run()
  }, ALONE_MS)
}

export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
