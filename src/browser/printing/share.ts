import { encodeText } from '#domain/web-address.ts'
import { errorName } from './receipt-printer.ts'

const CLEAR_AFTER_MS = 60_000

export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Needs a tap right before. */
export async function shareText(title: string, text: string): Promise<'shared' | 'canceled' | 'failed'> {
  if (!canShare()) return 'failed'
  try {
    await navigator.share({ title, text })
    return 'shared'
  } catch (error) {
    return errorName(error) === 'AbortError' ? 'canceled' : 'failed'
  }
}

/** Counts what was copied, so that only the last code is ever cleared. */
let copies = 0
let clearing: ReturnType<typeof setTimeout> | undefined
let copied: string | undefined

/** Whether it was copied: only a page over https or on this machine may write to the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies a code and takes it off the clipboard after a minute, as far as the browser lets us. Whether it was copied. */
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

/** Leaves alone what was copied since, where the browser lets us see it without asking the person. */
async function clearClipboard(code: string, copy: number): Promise<void> {
  const held = await readClipboard()
  if (copy !== copies) return
  copied = undefined
  if (held !== undefined && held !== code) return
  try {
    await navigator.clipboard.writeText('')
  } catch {
    // A page in the background may not write; it is done when the person comes back.
    window.addEventListener('focus', () => void clearClipboard(code, copy), { once: true })
  }
}

async function readClipboard(): Promise<string | undefined> {
  try {
    // `clipboard-read` is Chromium's own name; the others throw.
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })
    return state === 'granted' ? await navigator.clipboard.readText() : undefined
  } catch {
    return undefined
  }
}

/** Windows opens no longer link of another program, and says nothing. */
const LONGEST_MAIL_LINK = 2_000

/** A new mail to whomever, if a link can hold it: an Arabic letter takes six characters of one, and one of Hindi nine. The text must hold no code. */
export function mailLink(subject: string, body: string): string | undefined {
  const lines = body.replaceAll(/\r?\n/g, '\r\n')
  const link = `mailto:?subject=${encodeText(subject)}&body=${encodeText(lines)}`
  return link.length <= LONGEST_MAIL_LINK ? link : undefined
}

/** A new message, to a number where one is known, else to whomever. It travels in a link: the text must hold no code. */
export function whatsappLink(text: string, number = ''): string {
  return `https://wa.me/${number}?text=${encodeText(text)}`
}

/** The way to a mail to an address; what is not the `@` between its halves is escaped. */
export const mailToLink = (address: string): string => `mailto:${address.trim().split('@').map(encodeText).join('@')}`
