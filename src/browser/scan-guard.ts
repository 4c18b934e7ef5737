/** A person leaves more time between a sign and the Enter that answers a question. A scanner does not, not even a slow one. */
const HASTY_PRESS_MS = 300
/** Nobody types one sign behind another so fast. */
const HASTY_MS = 100
/** Whether more of a scan follows is known after the pause a slow scanner makes. */
const ALONE_MS = 80

/** The names of keys that type nothing (UI Events), as far as a person may press one before Enter. */
const CONTROL_KEY =
  /^(Enter|Tab|Escape|Backspace|Delete|Home|End|Page\w+|Arrow\w+|Shift|Control|Alt|AltGraph|Meta|Fn|\w+Lock|F\d+)$/

/** An input method and many Android handhelds name a key `Unidentified` or `Process`, so whatever is no known control key counts as a character. */
export const typesCharacter = (key: string): boolean => !CONTROL_KEY.test(key)

let signAt = -Infinity
let signBeforeAt = -Infinity
let hasRefusedSpace = false
let waiting: ReturnType<typeof setTimeout> | undefined

/** Outside of fields an Enter or a space right behind another sign presses nothing, so that no scan sends anything. */
export function installScanGuard(): void {
  window.addEventListener('keydown', onKeyDown, true)
  // A space presses a button when it goes up.
  window.addEventListener(
    'keyup',
    (event) => {
      if (event.key === ' ' && hasRefusedSpace) event.preventDefault()
    },
    true,
  )
  // An input method may write into a field without any key.
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
  // What a scanner goes on with; Shift or an arrow says nothing.
  if (isSign || event.key === 'Enter') clearTimeout(waiting)
  // Some scanners type each sign as Alt and its number.
  if (isSign && event.altKey) signAt = event.timeStamp
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
  const isRefused = isHastyPress(event)
  if (event.key === ' ') hasRefusedSpace = isRefused
  if (isRefused) event.preventDefault()
  // It ended what was typed in a field; the next one is a decision again.
  if (event.key === 'Enter' && isTypedInto(event.target)) signAt = -Infinity
  if (!isSign) return
  signBeforeAt = signAt
  signAt = event.timeStamp
}

const isHastyPress = ({ key, timeStamp, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && timeStamp - signAt <= HASTY_PRESS_MS && !isTypedInto(target)

/** Whether a sign came so soon behind another that a scanner typed it. */
export const isScanKey = ({ timeStamp }: KeyboardEvent): boolean => timeStamp - signBeforeAt <= HASTY_MS

/** Does what one letter stands for, unless the letter is part of what a scanner types. */
export function afterScanGap(event: KeyboardEvent, deed: () => void): void {
  if (isScanKey(event)) return
  waiting = setTimeout(() => {
    // A person pressed it, who may answer with Enter what it brings.
    signAt = -Infinity
    deed()
  }, ALONE_MS)
}

export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
