// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'

import { Dialog } from '#browser/ui/Dialog.tsx'
import { Table, type Column } from '#browser/ui/Table.tsx'
import { Tabs } from '#browser/ui/Tabs.tsx'
import { Toast } from '#browser/ui/Toast.tsx'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { renderPart } from '../../support/render-part.tsx'
import { text } from '../../support/texts.ts'

fakeDialogs()

it('a dialog is open while it is rendered, is named by its heading, and Esc only asks to close it', () => {
  const onClose = vi.fn()
  const { unmount } = renderPart(
    <Dialog heading="Who may?" actions={null} onClose={onClose}>
      Nobody else.
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Who may?' })
  expect(dialog).toHaveAttribute('open')
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false)
  expect(onClose).toHaveBeenCalledOnce()
  unmount()
  expect(dialog).not.toHaveAttribute('open')
})

const COLUMNS: Column<{ id: string }>[] = [
  { id: 'number', header: 'salesList.amount', headerValues: { currency: 'AED' }, cell: ({ id }) => id },
  { id: 'next', header: 'shell.lock', hideHeader: true, cell: () => <button type="button">!</button> },
]
const HEADERS = [text('salesList.amount', { currency: 'AED' }), text('shell.lock')]
const ROWS = [{ id: '0485' }, { id: '0483' }]

it('a table has a name, a header for each column including hidden ones, and a current row', () => {
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

it('a table names its groups by their headings, and says when it has no rows', () => {
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

it('the arrow keys move between tabs, and Tab reaches only the current one', async () => {
  const user = userEvent.setup()
  function Page() {
    const [current, setCurrent] = useState<'first' | 'last'>('first')
    const tabs = (['first', 'last'] as const).map((id) => ({ id, text: id }))
    return (
      <Tabs label="tabs" tabs={tabs} current={current} onChange={setCurrent}>
        {`the ${current}`}
      </Tabs>
    )
  }
  renderPart(<Page />)
  await user.tab()
  expect(screen.getByRole('tab', { name: 'first', selected: true })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'last', selected: true })).toHaveFocus()
  expect(screen.getByRole('tabpanel', { name: 'last' })).toHaveTextContent('the last')
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'first', selected: true })).toHaveFocus()
})

it('a row of tabs fades at the side where a tab is cut, and nowhere else', () => {
  let look: IntersectionObserverCallback | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        look = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  const tabs = ['first', 'last'].map((id) => ({ id, text: id }))
  renderPart(
    <Tabs label="tabs" tabs={tabs} current="first" onChange={() => {}}>
      the panel
    </Tabs>,
  )
  const fade = () => screen.getByRole('tablist').style.maskImage
  expect(fade()).toMatch(/#000 0%, #000 100%/)
  const target = screen.getByRole('tab', { name: 'last' })
  const see = (intersectionRatio: number) =>
    act(() => look?.([{ target, intersectionRatio } as never], {} as IntersectionObserver))
  see(0.4)
  expect(fade()).toMatch(/#000 0%, #000 calc\(100% - 2rem\)/)
  see(1)
  expect(fade()).toMatch(/#000 0%, #000 100%/)
})

it('a toast ignores presses for its first 300 ms, meant for what was there before, and disappears after six seconds', () => {
  vi.useFakeTimers()
  const [onPress, onClose] = [vi.fn(), vi.fn()]
  renderPart(
    <Toast action={{ text: 'See', onPress }} onClose={onClose}>
      Sale 0482 went through
    </Toast>,
  )
  const pressBoth = () => screen.getAllByRole('button').forEach((button) => fireEvent.click(button))
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  pass(299)
  pressBoth()
  expect([onPress, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  pass(1)
  pressBoth()
  expect([onPress, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  pass(5_699)
  expect(onClose).toHaveBeenCalledOnce()
  pass(1)
  expect(onClose).toHaveBeenCalledTimes(2)
})
