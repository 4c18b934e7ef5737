import type { CountryOffer } from '#api/international.ts'
import type { ShownOffer } from '#browser/sale/sale-request.ts'
import type { Country, InternationalChoice, Provider } from '#domain/catalog/international.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aSale } from './a-shop.ts'

const philippines: Country = {
  id: 'PHL',
  name: 'Philippines',
  phoneCode: '+63',
  phoneMask: '$$$ $$$ $$$$',
  currency: 'PHP',
}
const islanet: Provider = { id: '401', name: 'Islanet' }
const lakbay: Provider = { id: '403', name: 'Lakbay' }

export const countryOffer: CountryOffer = { country: philippines, providers: [islanet, lakbay] }

export const choice: InternationalChoice = {
  country: { id: 'PHL', name: 'Philippines', phoneCode: '+63', phoneMask: '$$$ $$$ $$$$' },
  provider: islanet,
  denomination: { id: 'load-300', name: 'Load 300', description: 'Valid 75 days' },
}

export const shownOffer: ShownOffer = {
  choice,
  gets: money(decimal('300'), 'PHP'),
  pays: money(decimal('21.5'), 'AED'),
}

export const internationalContent = {
  kind: 'international',
  countryId: 'PHL',
  providerId: '401',
  denominationId: 'load-300',
  account: '639175550142',
  shown: { ...shownOffer.pays },
} as const

export const anInternationalSale = (more: Partial<Sale> = {}): Sale =>
  aSale({
    kind: 'international',
    serviceId: 'international-bridge',
    serviceName: 'International top-up',
    brand: 'Islanet',
    account: internationalContent.account,
    international: choice,
    amount: shownOffer.gets,
    pays: shownOffer.pays,
    ...more,
  })
