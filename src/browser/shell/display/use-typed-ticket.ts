import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation } from 'react-router-dom'

import type { Ticket } from '#api/displays.ts'
import { findFixedAmount } from '#domain/money/amount-rule.ts'
import { productOfOffer } from '#domain/customer-display.ts'
import { money } from '#domain/money/money.ts'
import { readPhoneMask } from '#domain/phone/phone-mask.ts'
import { catalogQuery, arrangeCatalog, type ArrangedCatalog } from '../../api/catalog.ts'
import { tillQueries } from '../../api/international.ts'
import { readRecipient } from '../../sale/international/recipient-entry.ts'
import { readAmountEntry, readNumberEntry } from '../../pages/sell/ticket-entry.ts'
import { routes } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'

const STEPS = [
  routes.internationalAmount,
  routes.internationalAmounts,
  routes.internationalProvider,
  routes.internationalCountry,
]
type Step = { countryId?: string; providerId?: string; denominationId?: string }
const NO_TICKET: Ticket = { kind: 'none' }
/** The same rule for displayed numbers as the server's. */
const SHOWN = /^[+\d _().[\]/-]{1,60}$/

const OF_A_SALE = /^\/(sale|batch)\//

/** The number typed at this till, for its customer. `undefined` on the page of a sale. */
export function useTypedTicket(): Ticket | undefined {
  const { pathname } = useLocation()
  const international = useTypedInternational(pathname)
  const recharge = useTypedRecharge(pathname)
  if (OF_A_SALE.test(pathname)) return undefined
  if (pathname.startsWith(routes.international)) return international
  return pathname.startsWith(routes.sell) ? recharge : NO_TICKET
}

function useTypedRecharge(pathname: string): Ticket {
  const number = useDraft((draft) => draft.number)
  const amount = useDraft((draft) => draft.amount)
  const serviceId = useDraft((draft) => draft.serviceId)
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog, enabled: false })
  const isTicket = Boolean(matchPath(routes.product, pathname) ?? matchPath(routes.service, pathname))
  const service = isTicket && serviceId !== undefined ? shop?.services.get(serviceId) : undefined
  if (service && service.kind !== 'direct') return NO_TICKET
  const { number: read, prefix, shown, mask } = readNumberEntry(number)
  return ticketOf('direct', number, {
    text: `${prefix} ${shown}${mask}`,
    account: 'account' in read ? read.account : undefined,
    product: service && { id: service.id, name: service.name },
    pays: service && shop ? paysOf(service.rule, amount, shop) : undefined,
  })
}

function paysOf(rule: Parameters<typeof readAmountEntry>[1], typed: string, { currency }: ArrangedCatalog) {
  const fixed = findFixedAmount(rule)
  const entry = readAmountEntry(typed, rule)
  const amount = fixed ?? (entry.status === 'legal' ? entry.amount : undefined)
  return amount && money(amount, currency)
}

function useTypedInternational(pathname: string): Ticket {
  const number = useInternationalDraft((draft) => draft.number)
  const match = STEPS.map((route) => matchPath(route as string, pathname)).find((found) => found !== null)
  const { countryId = '', providerId = '', denominationId } = (match?.params ?? {}) as Step
  // Only reads the cache; the pages send the requests.
  const { data: countries } = useQuery({ ...tillQueries.countries, enabled: false })
  const { data: operators } = useQuery({ ...tillQueries.country(countryId), enabled: false })
  const { data: offer } = useQuery({ ...tillQueries.provider(countryId, providerId), enabled: false })
  const country = countries?.countries.find(({ id }) => id === countryId)
  if (!country) return NO_TICKET
  const provider = operators?.providers.find(({ id }) => id === providerId) ?? offer?.provider
  const { entry, prefix, shown, gaps } = readRecipient(readPhoneMask(country.phoneCode, country.phoneMask), number)
  return ticketOf('international', number, {
    text: `${prefix} ${shown}${gaps}`,
    account: entry.status === 'complete' ? entry.account : undefined,
    product: provider && { id: productOfOffer(countryId, provider.id), name: provider.name },
    pays: offer?.denominations.find(({ id }) => id === denominationId)?.pays,
  })
}

type Typed = Pick<Extract<Ticket, { kind: 'typed' }>, 'account' | 'product' | 'pays'> & { text: string }

function ticketOf(sale: 'direct' | 'international', typed: string, { text, account, product, pays }: Typed): Ticket {
  const number = text.trim()
  if (!/\d/.test(typed) || !SHOWN.test(number)) return NO_TICKET
  return {
    kind: 'typed',
    sale,
    number,
    ...(account === undefined ? {} : { account }),
    ...(product && { product }),
    ...(pays && { pays }),
  }
}
