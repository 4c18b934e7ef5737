// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { Table, type Column } from '#browser/ui/Table.tsx'
import { renderPart } from '../../support/render-part.tsx'
import { text } from '../../support/texts.ts'

const COLUMNS: Column<{ id: string }>[] = [
  { id: 'number', header: 'salesList.amount', headerValues: { currency: 'AED' }, cell: ({ id }) => id },
  { id: 'next', header: 'shell.lock', hideHeader: true, cell: () => <button type="button">!</button> },
]
const HEADERS = [text('salesList.amount', { currency: 'AED' }), text('shell.lock')]
const ROWS = [{ id: '0485' }, { id: '0483' }]

it('a table has a name, a header for each column, the unseen ones too, and a current row', () => {
  renderPart(
    <Table
      label="shell.wallet"
      columns={COLUMNS}
      rows={ROWS}
      empty="shell.offline"
      isSelected={({ id }) => id === '0483'}
    />,
  )
  expect(screen.getByRole('table', { name: text('shell.wallet') })).toBeVisible()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(HEADERS)
  expect(screen.getByRole('row', { current: true })).toHaveTextContent('0483')
})

it('a table tells its groups by their headings, and says so when it has no rows', () => {
  const groups = ROWS.map((row) => ({ id: row.id, heading: <h2>Of {row.id}</h2>, rows: [row] }))
  const { rerender } = renderPart(
    <Table label="shell.wallet" columns={COLUMNS} groups={groups} empty="shell.offline" hideHead />,
  )
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual([HEADERS.join(''), 'Of 0485', '0485!', 'Of 0483', '0483!'])
  expect(screen.getByRole('rowheader', { name: 'Of 0483' })).toBeVisible()
  rerender(<Table label="shell.wallet" columns={COLUMNS} rows={[]} empty="shell.offline" />)
  expect(screen.getByRole('cell', { name: text('shell.offline') })).toBeVisible()
})
