// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ReactElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'

import en from '#browser/i18n/en.json'
import { decimal, money } from '#domain/money.ts'
import { Async } from '#browser/ui/Async.tsx'
import { Chip } from '#browser/ui/Chip.tsx'
import { Money } from '#browser/ui/Money.tsx'
import { Table, type Column } from '#browser/ui/Table.tsx'
import { Tabs } from '#browser/ui/Tabs.tsx'
import { SummaryLine, SummaryTotal, TicketSummary } from '#browser/ui/TicketSummary.tsx'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: en }))
afterEach(cleanup)

const show = (part: ReactElement) =>
  render(part, {
    wrapper: ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })

const COLUMNS: Column<{ id: string }>[] = [
  { id: 'number', header: 'shell.sales', cell: ({ id }) => id },
  { id: 'next', header: 'shell.lock', hideHeader: true, cell: () => <button type="button">Print</button> },
]

it('a table has a name and a header for each column, the unseen ones too', () => {
  show(<Table label="shell.wallet" columns={COLUMNS} rows={[{ id: '0485' }]} empty="shell.offline" />)
  const table = screen.getByRole('table', { name: 'Wallet' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Sales', 'Lock'])
  expect(within(table).getByRole('cell', { name: '0485' })).toBeVisible()
})

it('a table tells its groups by their headings, and fills in what a header names', () => {
  const columns: Column<{ id: string }>[] = [
    { id: 'amount', header: 'salesList.amount', headerValues: { currency: 'AED' }, cell: ({ id }) => id },
  ]
  const groups = [
    { id: 'refunds', heading: <h2>Refunds</h2>, rows: [{ id: '0478' }] },
    { id: 'waiting', heading: <h2>Waiting</h2>, rows: [{ id: '0485' }] },
  ]
  show(<Table label="shell.wallet" columns={columns} groups={groups} empty="shell.offline" hideHead />)
  expect(screen.getByRole('columnheader', { name: 'Amount, AED' })).toBeInTheDocument()
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Amount, AED',
    'Refunds',
    '0478',
    'Waiting',
    '0485',
  ])
  expect(screen.getByRole('rowheader', { name: 'Waiting' })).toBeVisible()
})

it('a screen reader hears the count of a chip apart from its name', () => {
  show(<Chip count={3}>Sold</Chip>)
  expect(screen.getByRole('button', { name: 'Sold 3' })).toBeVisible()
})

it('a table without rows says so', () => {
  show(<Table label="shell.wallet" columns={COLUMNS} rows={[]} empty="shell.offline" />)
  expect(screen.getByRole('cell', { name: 'Offline' })).toBeVisible()
})

it('the row whose details are open is the current one', () => {
  show(
    <Table
      label="shell.wallet"
      columns={COLUMNS}
      rows={[{ id: '0485' }, { id: '0483' }]}
      empty="shell.offline"
      isSelected={({ id }) => id === '0483'}
    />,
  )
  expect(screen.getByRole('row', { current: true })).toHaveTextContent('0483')
})

it('a query shows that it loads, then its data, and a failure above the data it had', () => {
  const view = (query: { data: string | undefined; error: unknown }) => (
    <Async query={query} loading="storefront.loading">
      {(data) => <p>{data}</p>}
    </Async>
  )
  const { rerender } = show(view({ data: undefined, error: null }))
  expect(screen.getByRole('status')).toHaveTextContent('Loading the products')
  rerender(view({ data: 'Rows', error: null }))
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  rerender(view({ data: 'Rows', error: new Error('no answer') }))
  expect(screen.getByRole('alert')).toBeVisible()
  expect(screen.getByText('Rows')).toBeVisible()
  rerender(view({ data: undefined, error: new Error('no answer') }))
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

it('the arrow keys go from tab to tab, and only the current one is in the order of Tab', async () => {
  const user = userEvent.setup()
  function Page() {
    const [current, setCurrent] = useState<'all' | 'last'>('all')
    return (
      <Tabs
        label="Products"
        tabs={[
          { id: 'all', text: 'All' },
          { id: 'last', text: 'Last' },
        ]}
        current={current}
        onChange={setCurrent}
      >
        {current}
      </Tabs>
    )
  }
  show(<Page />)
  await user.tab()
  expect(screen.getByRole('tab', { name: 'All', selected: true })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Last', selected: true })).toHaveFocus()
  expect(screen.getByRole('tabpanel', { name: 'Last' })).toHaveTextContent('last')
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'All', selected: true })).toHaveFocus()
})

it('the summary of a ticket tells each line by its name', () => {
  show(
    <TicketSummary label="Ticket">
      <dl>
        <SummaryLine label="Number">+971 50 123 4567</SummaryLine>
        <SummaryTotal label="Customer pays">
          <Money money={money(decimal('50'), 'AED')} />
        </SummaryTotal>
      </dl>
    </TicketSummary>,
  )
  const summary = screen.getByRole('region', { name: 'Ticket' })
  expect(
    within(summary)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Number', 'Customer pays'])
  expect(
    within(summary)
      .getAllByRole('definition')
      .map((value) => value.textContent),
  ).toEqual(['+971 50 123 4567', 'AED 50.00'])
})
