import { useQueryClient } from '@tanstack/react-query'
import { ScanBarcode } from 'lucide-react'
import { useEffect, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'

import { catalogueQuery } from '../api/catalogue.ts'
import { arrangeCatalogue } from '../api/arranged-catalogue.ts'
import { useText } from '../i18n/use-text.ts'
import { paths, routes } from '../paths.ts'
import { Notice } from '../ui/Notice.tsx'
import type { Scan } from './burst.ts'
import { findScanned } from './find-scanned.ts'
import { useScanner } from './use-scanner.ts'

const TOLD_FOR_MS = 6_000
const MOST_SHOWN = 40

/** A barcode scanner finds a product on every selling screen, and presses nothing on any. */
export function Scanner() {
  const t = useText()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [told, setTold] = useState<{ scan: Scan; isKnown: boolean }>()

  useScanner({
    isSelling: matchPath(`${routes.sell}/*`, pathname) !== null,
    isTicket: [routes.product, routes.service].some((route) => matchPath(route, pathname)),
    find: (scan) => {
      const catalogue = queryClient.getQueryData(catalogueQuery.queryKey)
      const shop = catalogue && arrangeCatalogue(catalogue)
      const id = shop && findScanned(shop.services.keys(), scan)
      const tile = id === undefined ? undefined : shop?.tileSelling(id)
      return tile && paths.product(tile.id)
    },
    open: (path) => {
      setTold(undefined)
      if (path !== pathname) void navigate(path)
    },
    tell: (scan, isKnown) => setTold({ scan, isKnown }),
  })
  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(undefined), TOLD_FOR_MS)
    return () => clearTimeout(timer)
  }, [told])

  return (
    <div
      className="fixed start-4 end-4 bottom-4 z-1 wrap-anywhere max-sm:bottom-[88px] sm:end-auto sm:max-w-[36rem] md:start-[calc(var(--rail-w)+var(--s-5))]"
      role="status"
      aria-label={t('scan.name')}
    >
      {told && (
        <div className="rounded-2 shadow-2">
          <Notice tone="info" icon={<ScanBarcode size={24} aria-hidden />}>
            {told.isKnown ? t('scan.notNow') : t('scan.unknown', { code: shorten(told.scan.text) })}
          </Notice>
        </div>
      )}
    </div>
  )
}

/** A code runs from left to right in both languages. */
function shorten(code: string): string {
  const signs = [...code]
  return `\u2066${signs.length > MOST_SHOWN ? `${signs.slice(0, MOST_SHOWN).join('')}…` : code}\u2069`
}
