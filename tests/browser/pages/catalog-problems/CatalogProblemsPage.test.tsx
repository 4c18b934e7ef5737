// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import { findCatalogProblems } from '#browser/pages/catalog-problems/find-problems.ts'
import CatalogProblemsPage from '#browser/pages/catalog-problems/CatalogProblemsPage.tsx'
import type { Catalog, SkippedParts } from '#api/catalog.ts'
import { arrangeTiles, type Tile } from '#domain/catalog/frontview.ts'
import { INTERNATIONAL_ID } from '#domain/catalog/international.ts'
import { decimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { catalog } from '../../../support/a-shop.ts'
import { hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { press, renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const aTile = (id: string, action: Tile['action'], more: Partial<Tile> = {}): Tile => ({
  id,
  type: 'other',
  name: id,
  isActive: true,
  action,
  ...more,
})
const open = { kind: 'open' } as const
const sell = (serviceId: string) => ({ kind: 'sell', serviceId }) as const
const goTo = (alias: string) => ({ kind: 'go-to', alias }) as const

const aService = (id: string, more: Partial<Service> = {}): Service => ({
  id,
  isActive: true,
  name: id,
  brand: id,
  category: '',
  subcategory: '',
  kind: 'direct',
  rule: { min: decimal(5), max: decimal(500), step: decimal(5) },
  isAccountRequired: true,
  ...more,
})
const services = new Map(
  [
    aService('good'),
    aService('off', { isActive: false }),
    aService('stuck', { rule: { min: decimal(7), max: decimal(9), step: decimal(5) } }),
    aService(INTERNATIONAL_ID, { kind: 'international', isActive: false }),
  ].map((service) => [service.id, service]),
)

const tiles = [
  aTile('shelf', open, { type: 'category', alias: 'shelf' }),
  aTile('sells', sell('good'), { type: 'product', parentId: 'shelf', alias: 'sells' }),
  aTile('text', { kind: 'none' }),
  aTile('leads', goTo('shelf')),
  aTile('lost', open, { parentId: 'gone', alias: 'lost' }),
  aTile('round', open, { parentId: 'round' }),
  aTile('shelf', open, { name: 'second shelf' }),
  aTile('off', open, { type: 'category', isActive: false, alias: 'off' }),
  aTile('below', open, { type: 'category', parentId: 'off', alias: 'below' }),
  aTile('nothing to sell', sell(''), { type: 'product' }),
  aTile('sells no such', sell('gone'), { type: 'product', parentId: 'shelf' }),
  aTile('sells off', sell('off'), { type: 'product' }),
  aTile('sells stuck', sell('stuck'), { type: 'product' }),
  aTile('abroad', { kind: 'international', product: INTERNATIONAL_ID }),
  aTile('names no such', { kind: 'international', product: 'mobile-abroad' }),
  aTile('names another', { kind: 'international', product: 'good' }),
  aTile('no goal', goTo('')),
  aTile('to nobody', goTo('nobody')),
  aTile('to the lost', goTo('lost')),
  aTile('to itself', goTo('itself'), { alias: 'itself' }),
  aTile('to off', goTo('off')),
  aTile('to below off', goTo('below')),
  aTile('to a product', goTo('sells')),
  aTile('no page', { kind: 'page', page: '' }),
  aTile('carousel', open, { type: 'unknown' }),
  aTile('dances', { kind: 'unsupported', name: 'dance' }),
]

it('the page of catalog problems lists each missing product with its reason and its subject', () => {
  const gaps = findCatalogProblems({ storefront: arrangeTiles(tiles, services), services, tiles })
  const rows = Object.entries(gaps).map(([group, list]) => [
    group,
    list.map(({ tile, reason, about }) => [tile.name, reason, about]),
  ])
  expect(Object.fromEntries(rows)).toEqual({
    dropped: [
      ['lost', 'parent-missing', 'gone'],
      ['round', 'cycle', 'round'],
      ['second shelf', 'duplicate-id', 'shelf'],
    ],
    inactive: [
      ['off', 'inactive', undefined],
      ['below', 'below-inactive', undefined],
    ],
    service: [
      ['sells no such', 'service-missing', 'gone'],
      ['nothing to sell', 'service-none', undefined],
      ['sells off', 'service-inactive', 'off'],
      ['sells stuck', 'service-amount', 'stuck'],
      ['abroad', 'international-off', INTERNATIONAL_ID],
      ['names no such', 'international-off', INTERNATIONAL_ID],
      ['names another', 'international-off', INTERNATIONAL_ID],
    ],
    link: [
      ['no goal', 'link-none', undefined],
      ['to nobody', 'link-unknown', 'nobody'],
      ['to the lost', 'link-unknown', 'lost'],
      ['to itself', 'link-itself', 'itself'],
      ['to off', 'link-inactive', 'off'],
      ['to below off', 'link-inactive', 'below'],
      ['to a product', 'link-product', 'sells'],
      ['no page', 'page-none', undefined],
    ],
    unsupported: [
      ['carousel', 'type', undefined],
      ['dances', 'action', 'dance'],
    ],
    product: [
      ['names no such', 'product-unknown', 'mobile-abroad'],
      ['names another', 'product-other', 'good'],
    ],
  })
  expect(gaps.service[0]?.above.map(({ id }) => id)).toEqual(['shelf'])
})

it('the page of catalog problems shows a chain of 20,000 below an inactive one, each with the eight above it', () => {
  const tileAt = (at: number) => aTile(String(at), open, at === 0 ? { isActive: false } : { parentId: String(at - 1) })
  const chain = Array.from({ length: 20_000 }, (_, at) => tileAt(at))
  const { inactive } = findCatalogProblems({ storefront: arrangeTiles(chain, services), services, tiles: chain })
  expect(inactive).toHaveLength(20_000)
  const above = inactive.at(-1)?.above.map(({ id }) => Number(id))
  expect(above).toEqual(Array.from({ length: 8 }, (_, at) => 19_991 + at))
})

const leftOut: SkippedParts = {
  parts: [
    { part: 'point', readAt: NOW - 125_000, skipped: [], skippedCount: 0 },
    { part: 'frontview', readAt: NOW, skipped: ['`elements[3].id` of /frontview is missing'], skippedCount: 1_234 },
    { part: 'services', skipped: [], skippedCount: 0, problem: { text: 'the service did not answer', since: 0 } },
    { part: 'currency', readAt: NOW, skipped: [], skippedCount: 0 },
  ],
}

function show(tiles: Tile[], more: Partial<Catalog> = {}) {
  const answer = (_: string, path: string) => (path === '/api/catalog/skipped' ? { body: leftOut } : undefined)
  const proxy = proxyWith(answer, { person: hamad, catalog: { ...catalog, tiles, ...more } })
  return renderPage(<CatalogProblemsPage />, { at: '/catalog-problems', proxy })
}

const many = Array.from({ length: 500 }, (_, at) => aTile(String(at), goTo(`alias-${at}`), { name: `Link ${at}` }))

it('the page of catalog problems counts all problems, shows the first ones, and finds the others by name', async () => {
  show(many)
  const links = await screen.findByRole('region', { name: text('catalogProblems.group.link') })
  const rows = links.getElementsByTagName('tr')
  expect(rows).toHaveLength(201)
  expect(links.textContent).toContain(text('catalogProblems.first', { shown: 200, count: 500 }))
  expect(screen.getByRole('button', { name: `${text('catalogProblems.group.link')} 500` })).toBeInTheDocument()

  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ALIAS-499' } })
  await waitFor(() => expect(rows).toHaveLength(2))
  expect(rows[1]?.textContent).toMatch(/Link 499.*No element has this alias alias-499/)
})

it('the page of catalog problems says when each part was read, what was left out, and why a part cannot be read', async () => {
  show([])
  const reading = await screen.findByRole('region', { name: text('catalogProblems.reading') })
  expect(reading.textContent).toMatch(/Point of saleLoaded 2 minutes agonone skipped/)
  expect(reading.textContent).toMatch(/ProductsNot loaded yet.*Failing to load since .*the service did not answer/)
  const unread = screen.getByRole('region', { name: text('catalogProblems.group.unread') })
  expect(unread.textContent).toContain('1234')
  expect(unread.textContent).toContain('`elements[3].id` of /frontview is missing')
})

it('the page of catalog problems shows only one reason when that is chosen', async () => {
  show([
    aTile('1', { kind: 'unsupported', name: 'dance' }, { name: 'dances' }),
    aTile('2', goTo(''), { name: 'no goal' }),
  ])
  await press(/^Not supported 1$/)
  expect(screen.getByText('dances')).toBeInTheDocument()
  expect(screen.queryByText('no goal')).not.toBeInTheDocument()
})

it('the page of catalog problems says where the tiles come from when there is no catalog layout', async () => {
  show([], { frontview: 'none' })
  expect(await screen.findByText(text('catalogProblems.frontview.none'))).toBeInTheDocument()
})
