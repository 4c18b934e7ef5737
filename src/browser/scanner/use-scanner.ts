import { useLayoutEffect, useRef } from 'react'

import { readContact } from '#domain/contact.ts'
import { readUaeNumber } from '#domain/phone.ts'
import { interceptKeys } from '../hotkeys.ts'
import { isTypedInto } from '../shortcuts.ts'
import { isTerminator, stepBurst, type Burst, type Scan } from './burst.ts'
import { storeFields, restoreFields, type StoredFields } from './fields.ts'
import { classifyScan, type ScanPlace } from './classify-scan.ts'

/** Some scanners end with two keys. */
const SECOND_END_MS = 100

type Scanned = {
  isSelling: boolean
  /** A sale is typed, which Enter would review. */
  isTicket: boolean
  /** Where the product of a scan is sold, if it is one. */
  find: (scan: Scan) => string | undefined
  open: (path: string) => void
  tell: (scan: Scan, isKnown: boolean) => void
}

/** Barcode scanners type: whatever they type into, before anybody else hears of the key that ends it. */
export function useScanner(scanned: Scanned): void {
  const latest = useRef(scanned)
  useLayoutEffect(() => {
    latest.current = scanned
  })
  useLayoutEffect(() => {
    let burst: Burst | undefined
    let before: { fields: StoredFields; place: ScanPlace } | undefined
    let swallowedAt = -Infinity

    const swallow = (event: KeyboardEvent) => {
      swallowedAt = event.timeStamp
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, code, timeStamp: at } = event
      const isPlain = !event.repeat && !event.isComposing && !event.ctrlKey && !event.altKey && !event.metaKey
      const step = stepBurst(burst, { key, code, at, isPlain, isWithCtrl: event.ctrlKey })
      if (step.burst && step.burst.begunAt !== burst?.begunAt) {
        before = { fields: storeFields(), place: placeOf(event.target) }
      }
      burst = step.burst
      if (!step.scan || !before) {
        if (!isTerminator(key)) swallowedAt = -Infinity
        else if (at - swallowedAt <= SECOND_END_MS) swallow(event)
        return
      }

      const { isSelling, isTicket, find, open, tell } = latest.current
      const path = find(step.scan)
      const hasDialog = document.querySelector('dialog[open]') !== null
      const place = isTicket && before.place === 'field' ? 'ticket' : before.place
      const verdict = classifyScan({
        place,
        isKnown: path !== undefined,
        isContact: isContact(step.scan.text),
        isSelling,
        hasDialog,
      })
      if (verdict.isSwallowed) swallow(event)
      if (verdict.isUndone) restoreFields(before.fields)
      if (verdict.deed === 'open' && path !== undefined) open(path)
      if (verdict.deed === 'tell' || verdict.deed === 'not-now') tell(step.scan, verdict.deed === 'not-now')
      if (verdict.deed === 'to-amount') document.querySelector<HTMLElement>('aside [data-no-scan] input')?.focus()
    }
    return interceptKeys(onKeyDown)
  }, [])
}

/** Long digits of another country are a barcode rather than a phone. */
function isContact(text: string): boolean {
  const { status } = readUaeNumber(text)
  return status === 'mobile' || status === 'other' || readContact(text).status === 'email'
}

function placeOf(target: EventTarget | null): ScanPlace {
  if (!(target instanceof Element) || !isTypedInto(target)) return 'page'
  if (target.closest('[type="password"], [data-no-scan]')) return 'guarded'
  if (target.id === 'search-box') return 'box'
  return 'field'
}
