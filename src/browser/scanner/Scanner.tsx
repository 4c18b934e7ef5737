import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ScanBarcode } from 'lucide-react'
import { useEffect, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'

import { readContact } from '#domain/phone/contact.ts'
import { findOrderId } from '#domain/order.ts'
import { readUaeNumber } from '#domain/phone/phone.ts'
import { arrangeCatalog, catalogQuery } from '../api/catalog.ts'
import { sessionQuery } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { useIsKiosk } from '../lib/kiosk.ts'
import { paths, routes } from '../paths.ts'
import { isTypedInto } from '../lib/scan-guard.ts'
import { closeSearch } from '../lib/search.ts'
import { Notice } from '../ui/Notice.tsx'
import { classifyScan, findScanned, UNNAMED, type Scan, type ScanPlace } from './scan.ts'
import { useScannedKeys } from './use-scanned-keys.ts'

const TOLD_FOR_MS = 6_000
const MOST_SHOWN = 40

const SELLING = [`${routes.sell}/*`, `${routes.orders}/*`]

export function Scanner() {
  const t = useText()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isKiosk = useIsKiosk()
  // The code of a badge, scanned here by mistake, is not shown.
  const { data: hasBadges } = useQuery({ ...sessionQuery, select: (session) => session.hasBadges })
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
      closeSearch()
      if (path !== pathname) void navigate(path)
    },
    tell: (scan, isKnown) => {
      // It would cover the notice.
      closeSearch()
      setNotice({ scan, isKnown })
    },
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
                : hasBadges
                  ? t('scan.hidden')
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

type Scanned = {
  isSelling: boolean
  /** A ticket is open, and Enter would review it. */
  isTicket: boolean
  find: (scan: Scan) => string | undefined
  open: (path: string) => void
  tell: (scan: Scan, isKnown: boolean) => void
}

function useScanner({ isSelling, isTicket, find, open, tell }: Scanned): void {
  useScannedKeys((caught) => {
    const best = caught.find(({ scan }) => find(scan) !== undefined) ?? caught[0]
    if (!best) return false
    const { scan, undo } = best
    const path = find(scan)
    const placed = placeOf(best.target)
    const isInSearch = isSearchBox(best.target)
    const verdict = classifyScan({
      place: isTicket && placed === 'field' ? 'ticket' : placed,
      isKnown: path !== undefined,
      isContact: isContact(scan.text),
      // The search opens products on every page.
      isSelling: isSelling || isInSearch,
      // The first letter of a scan on the first page opens the search.
      hasDialog: [...document.querySelectorAll('dialog[open]')].some((dialog) => !dialog.querySelector('#search-box')),
    })
    if (verdict.isUndone) undo()
    if (verdict.action === 'open' && path !== undefined) open(path)
    if (verdict.action === 'tell' || verdict.action === 'not-now') tell(scan, verdict.action === 'not-now')
    if (verdict.action === 'to-amount') document.querySelector<HTMLElement>('aside [data-no-scan] input')?.focus()
    return verdict.isSwallowed
  })
}

/** A longer number of another country is taken for a barcode, not a phone number. */
function isContact(text: string): boolean {
  const { status } = readUaeNumber(text)
  return status === 'mobile' || status === 'other' || readContact(text).status === 'email'
}

const isSearchBox = (target: EventTarget | null) => target instanceof Element && target.id === 'search-box'

function placeOf(target: EventTarget | null): ScanPlace {
  if (!(target instanceof Element) || !isTypedInto(target)) return 'page'
  if (target.closest('[type="password"], [data-no-scan]')) return 'guarded'
  if (isSearchBox(target) || target.closest('[data-number-first]')) return 'box'
  return 'field'
}
