import { useQueryClient } from '@tanstack/react-query'
import { ScanBarcode } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'

import { readContact } from '#domain/contact.ts'
import { findOrderId } from '#domain/order.ts'
import { readUaeNumber } from '#domain/phone.ts'
import { arrangeCatalog, catalogQuery } from '../api/catalog.ts'
import { interceptKeys } from '../hotkeys.ts'
import { useText } from '../i18n/use-text.ts'
import { useIsKiosk } from '../kiosk.ts'
import { paths, routes } from '../paths.ts'
import { isTypedInto } from '../scan-guard.ts'
import { Notice } from '../ui/Notice.tsx'
import {
  classifyScan,
  endBurst,
  findScanned,
  isTerminator,
  stepBurst,
  stepInput,
  UNNAMED,
  type Burst,
  type Found,
  type Scan,
  type ScanPlace,
} from './scan.ts'

const TOLD_FOR_MS = 6_000
const MOST_SHOWN = 40

const SELLING = [`${routes.sell}/*`, `${routes.orders}/*`]

export function Scanner() {
  const t = useText()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isKiosk = useIsKiosk()
  const [notice, setNotice] = useState<{ scan: Scan; isKnown: boolean }>()

  useScanner({
    isSelling: SELLING.some((route) => matchPath(route, pathname)),
    isTicket: [routes.product, routes.service].some((route) => matchPath(route, pathname)),
    find: (scan) => {
      const orderId = findOrderId(scan.text) ?? findOrderId(scan.onLatinKeys)
      if (orderId !== undefined && !isKiosk) return paths.order(orderId)
      const catalog = queryClient.getQueryData(catalogQuery.queryKey)
      const shop = catalog && arrangeCatalog(catalog)
      const id = shop && findScanned(shop.services.keys(), scan)
      const tile = id === undefined ? undefined : shop?.tileSelling(id)
      return tile && paths.product(tile.id)
    },
    open: (path) => {
      setNotice(undefined)
      if (path !== pathname) void navigate(path)
    },
    tell: (scan, isKnown) => setNotice({ scan, isKnown }),
  })
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(undefined), TOLD_FOR_MS)
    return () => clearTimeout(timer)
  }, [notice])

  return (
    <div
      className="fixed start-4 end-4 bottom-4 z-1 wrap-anywhere max-sm:bottom-[88px] sm:end-auto sm:max-w-[36rem] md:start-[calc(var(--rail-w)+theme(spacing.5))]"
      role="status"
      aria-label={t('scan.name')}
    >
      {notice && (
        <div className="rounded-2 shadow-2">
          <Notice tone="info" icon={<ScanBarcode size={24} aria-hidden />}>
            {notice.isKnown
              ? t('scan.notNow')
              : notice.scan.text.includes(UNNAMED)
                ? t('scan.unnamed')
                : t('scan.unknown', { code: shorten(notice.scan.text) })}
          </Notice>
        </div>
      )}
    </div>
  )
}

/** A code runs left to right in every language. */
function shorten(code: string): string {
  const signs = [...code]
  return `\u2066${signs.length > MOST_SHOWN ? `${signs.slice(0, MOST_SHOWN).join('')}…` : code}\u2069`
}

const SECOND_END_MS = 100

type Scanned = {
  isSelling: boolean
  /** A ticket is open, and Enter would review it. */
  isTicket: boolean
  find: (scan: Scan) => string | undefined
  open: (path: string) => void
  tell: (scan: Scan, isKnown: boolean) => void
}

/** Handles a barcode scanner, which types like a keyboard. Acts before any other handler sees the key that ends the scan. */
function useScanner(scanned: Scanned): void {
  const latest = useEffectEvent(() => scanned)
  useLayoutEffect(() => {
    let burst: Burst | undefined
    /** Field values before each part of the burst. */
    let marks: Mark[] = []
    let swallowedAt = -Infinity

    const swallow = (event: Event) => {
      swallowedAt = event.timeStamp
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const setBurst = (next: Burst | undefined, target: EventTarget | null) => {
      burst = next
      const begun = (next?.parts ?? []).map(({ begunAt }) => begunAt)
      marks = marks.filter(({ begunAt }) => begun.includes(begunAt))
      const begunAt = begun.at(-1)
      if (begunAt !== undefined && marks.at(-1)?.begunAt !== begunAt)
        marks.push({ begunAt, fields: storeFields(), place: placeOf(target) })
    }
    const onScan = (event: Event, found: readonly Found[]) => {
      const { isSelling, isTicket, find, open, tell } = latest()
      const read = found.flatMap(({ begunAt, scan }) => {
        const before = marks.find((mark) => mark.begunAt === begunAt)
        if (!before) return []
        const isUnnamed = scan.text.includes(UNNAMED)
        return [{ before, scan: isUnnamed ? readFromField(before.fields, scan) : scan }]
      })
      const best = read.find(({ scan }) => find(scan) !== undefined) ?? read[0]
      setBurst(undefined, null)
      if (!best) return
      const { before, scan } = best
      const path = find(scan)
      const hasDialog = document.querySelector('dialog[open]') !== null
      const place = isTicket && before.place === 'field' ? 'ticket' : before.place
      const verdict = classifyScan({
        place,
        isKnown: path !== undefined,
        isContact: isContact(scan.text),
        isSelling,
        hasDialog,
      })
      if (verdict.isSwallowed) swallow(event)
      if (verdict.isUndone) restoreFields(before.fields)
      if (verdict.action === 'open' && path !== undefined) open(path)
      if (verdict.action === 'tell' || verdict.action === 'not-now') tell(scan, verdict.action === 'not-now')
      if (verdict.action === 'to-amount') document.querySelector<HTMLElement>('aside [data-no-scan] input')?.focus()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, code, timeStamp: at, shiftKey: isShifted } = event
      // Windows reports AltGr as Ctrl and Alt; some keyboards type @ with it.
      const isAltGr = event.getModifierState('AltGraph') || (event.ctrlKey && event.altKey && [...key].length === 1)
      const isPlain = !event.repeat && !event.metaKey && (isAltGr || (!event.ctrlKey && !event.altKey))
      const step = stepBurst(burst, { key, code, at, isPlain, isShifted, isWithCtrl: event.ctrlKey })
      if (step.found && step.found.length > 0) return onScan(event, step.found)
      setBurst(step.burst, event.target)
      if (!isTerminator(key)) swallowedAt = -Infinity
      else if (at - swallowedAt <= SECOND_END_MS) swallow(event)
    }
    /** Input methods deliver text without key names or without keys, including the end of the scan. */
    const onBeforeInput = (event: InputEvent) => {
      const { data, inputType, target, timeStamp: at } = event
      if (data === null || !inputType.startsWith('insert') || inputType === 'insertFromPaste') return
      const text = data.replace(/[\r\n\t]+$/, '')
      setBurst(stepInput(burst, text, at, inputType === 'insertCompositionText'), target)
      if (text !== data) onScan(event, endBurst(burst, at))
    }
    window.addEventListener('beforeinput', onBeforeInput, true)
    const stop = interceptKeys(onKeyDown)
    return () => {
      window.removeEventListener('beforeinput', onBeforeInput, true)
      stop()
    }
  }, [])
}

function readFromField(before: StoredFields, scan: Scan): Scan {
  for (const [field, value] of before) {
    if (!field.isConnected || field.value === value) continue
    let start = 0
    while (start < value.length && value[start] === field.value[start]) start += 1
    const text = field.value.slice(start, field.value.length - (value.length - start))
    return text === '' ? scan : { text, onLatinKeys: text }
  }
  return scan
}

/** A longer number of another country is taken for a barcode, not a phone number. */
function isContact(text: string): boolean {
  const { status } = readUaeNumber(text)
  return status === 'mobile' || status === 'other' || readContact(text).status === 'email'
}

function placeOf(target: EventTarget | null): ScanPlace {
  if (!(target instanceof Element) || !isTypedInto(target)) return 'page'
  if (target.closest('[type="password"], [data-no-scan]')) return 'guarded'
  if (target.id === 'search-box' || target.closest('[data-number-first]')) return 'box'
  return 'field'
}

type Field = HTMLInputElement | HTMLTextAreaElement

type StoredFields = ReadonlyMap<Field, string>

type Mark = { begunAt: number; fields: StoredFields; place: ScanPlace }

function storeFields(): StoredFields {
  return new Map([...document.querySelectorAll<Field>('input, textarea')].map((field) => [field, field.value]))
}

function restoreFields(kept: StoredFields): void {
  for (const [field, value] of kept) {
    if (!field.isConnected || field.value === value) continue
    // React tracks the value through the element's own property.
    const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
