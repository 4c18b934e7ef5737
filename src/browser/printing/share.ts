import { encodeText } from '#domain/web-address.ts'
import { errorName } from './receipt-printer.ts'

const CLEAR_AFTER_MS = 60_000

export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Must be called after a tap. */
export async function shareText(title: string, text: string): Promise<'shared' | 'canceled' | 'failed'> {
  if (!canShare()) return 'failed'
  try {
    await navigator.share({ title, text })
    return 'shared'
  } catch (error) {
    return errorName(error) === 'AbortError' ? 'canceled' : 'failed'
  }
}

/** The number of copies so far, so only the last code is cleared. */
let copies = 0
let clearing: ReturnType<typeof setTimeout> | undefined
let copied: string | undefined

/** Resolves to whether the text was copied. The clipboard requires https or localhost. */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Clears the clipboard after a minute if the browser allows it. Resolves to whether the code was copied. */
export async function copyCode(code: string): Promise<boolean> {
  if (!(await copyText(code))) return false
  clearTimeout(clearing)
  copies += 1
  copied = code
  clearing = setTimeout(() => void clearCopied(), CLEAR_AFTER_MS)
  return true
}

export async function clearCopied(): Promise<void> {
  clearTimeout(clearing)
  if (copied !== undefined) await clearClipboard(copied, copies)
}

/** Keeps anything copied since, if the browser lets us read the clipboard without a prompt. */
async function clearClipboard(code: string, copy: number): Promise<void> {
  const held = await readClipboard()
  if (copy !== copies) return
  copied = undefined
  if (held !== undefined && held !== code) return
  try {
    await navigator.clipboard.writeText('')
  } catch {
    // A background page may not write, so this waits for the focus.
    window.addEventListener('focus', () => void clearClipboard(code, copy), { once: true })
  }
}

async function readClipboard(): Promise<string | undefined> {
  try {
    // `clipboard-read` exists only in Chromium; other browsers throw.
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })
    return state === 'granted' ? await navigator.clipboard.readText() : undefined
  } catch {
    return undefined
  }
}

/** Windows silently fails to open longer links. */
const LONGEST_MAIL_LINK = 2_000

/** `undefined` if it would be too long: an Arabic letter takes six characters, a Hindi letter nine. The text must not contain a code. */
export function mailLink(subject: string, body: string): string | undefined {
  const lines = body.replaceAll(/\r?\n/g, '\r\n')
  const link = `mailto:?subject=${encodeText(subject)}&body=${encodeText(lines)}`
  return link.length <= LONGEST_MAIL_LINK ? link : undefined
}

/** With or without a number. The text is in the URL, so it must not contain a code. */
export function whatsappLink(text: string, number = ''): string {
  return `https://wa.me/${number}?text=${encodeText(text)}`
}

/** A `mailto:` link; escapes all but the `@`. */
export const mailToLink = (address: string): string => `mailto:${address.trim().split('@').map(encodeText).join('@')}`
