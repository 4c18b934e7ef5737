import { MapPinOff } from 'lucide-react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'

const MAX_LETTERS = 60

/** Redirects to the page that the catalog layout names (spec 2.5). An unknown name is shown, so the layout can be corrected. */
export default function FrontviewPage() {
  const { name = '' } = useParams()
  const [query] = useSearchParams()
  const to = findPage(name, query.get('payload'))
  return to === undefined ? <UnknownPage name={name} /> : <Navigate to={to} replace />
}

function UnknownPage({ name }: { name: string }) {
  const t = useText()
  const letters = [...name]
  const shown = letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS).join('')}…` : name
  return (
    <MessagePage
      icon={MapPinOff}
      heading={t('pages.unknown')}
      actions={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink variant="primary" size="lg" to={paths.sell()}>
            {t('pages.toProducts')}
          </ButtonLink>
          <ButtonLink size="lg" to={paths.support()}>
            {t('support.title')}
          </ButtonLink>
        </div>
      }
    >
      <p className="font-semibold wrap-anywhere text-ink">
        <bdi>{shown}</bdi>
      </p>
      <p>{t('pages.unknownNext')}</p>
    </MessagePage>
  )
}

type Page = {
  /** Lower-case names in catalog layouts, letters only. */
  names: readonly string[]
  pathOf: (payload: Payload) => string
}

/** Payload entries that become filters of the sales list, which validates them like typed filters. */
const SALES_FILTERS = ['q', 'day', 'state', 'service']

const PAGES: readonly Page[] = [
  { names: ['sell', 'home', 'main', 'products', 'catalog', 'catalog', 'storefront'], pathOf: () => paths.sell() },
  { names: ['balance', 'wallet', 'wallets', 'funds'], pathOf: () => paths.wallet() },
  {
    names: ['sales', 'history', 'transactions', 'transactionhistory', 'saleshistory', 'orders', 'payments'],
    pathOf: (payload) => {
      const filters = SALES_FILTERS.flatMap((name): [string, string][] => {
        const value = payload.get(name)
        return value === undefined ? [] : [[name, value]]
      })
      return paths.sales(filters.length > 0 ? Object.fromEntries(filters) : undefined)
    },
  },
  { names: ['desk', 'pending', 'pendingsales', 'pendingtransactions'], pathOf: () => paths.openItems() },
  { names: ['printer', 'printing', 'printersettings'], pathOf: () => paths.printer() },
  { names: ['support', 'help', 'contact', 'contacts', 'contactus'], pathOf: () => paths.support() },
  { names: ['productsdata', 'productdata'], pathOf: () => paths.catalogProblems() },
  {
    names: ['international', 'internationaltopup', 'abroad'],
    pathOf: (payload) => {
      const country = payload.get('country')
      return country !== undefined && /^[a-z]{3}$/i.test(country)
        ? paths.internationalCountry(country)
        : paths.international(payload.get('group'))
    },
  },
]

const byName = new Map(PAGES.flatMap((page) => page.names.map((name) => [name, page])))

/** `Sales-History` and `sales_history` are the same name. */
export function findPage(name: string, payload: string | null): string | undefined {
  return byName.get(name.toLowerCase().replace(/[\s._/-]/g, ''))?.pathOf(readPayload(payload))
}

const MAX_PAYLOAD = 1_000
const MAX_ENTRY = 100

/** Text, number and flag entries of a payload, as text. Untrusted: validate before use. */
type Payload = ReadonlyMap<string, string>

/** Spec 2.5: an object, encoded parameters (`a=1&b=2`), or either as JSON text. Empty for anything else. */
export function readPayload(payload: string | null): Payload {
  if (payload === null || payload.length > MAX_PAYLOAD) return new Map()
  // Encoded parameters are often a JSON string inside the payload.
  const parsed = parseJson(payload)
  const inner = typeof parsed === 'string' ? parseJson(parsed) : parsed
  if (typeof inner === 'string') return readEntries([...new URLSearchParams(inner)])
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    ? readEntries(Object.entries(inner))
    : new Map()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function readEntries(entries: [string, unknown][]): Payload {
  const read = new Map<string, string>()
  for (const [name, value] of entries) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    const text = String(value).trim()
    if (text !== '' && text.length <= MAX_ENTRY) read.set(name, text)
  }
  return read
}
