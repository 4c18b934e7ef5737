// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import TerminalsPage from '#browser/pages/staff/TerminalsPage.tsx'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { TerminalEntry } from '#contract/proxy/terminals.ts'
import { hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const entry = (more: Partial<TerminalEntry>): TerminalEntry => ({
  id: 't',
  name: 'Counter',
  createdAt: 0,
  displays: [],
  isThis: false,
  ...more,
})

it('a till at which nobody signs in is not said to have never been seen', async () => {
  const terminals = [entry({}), entry({ id: 'o', name: 'Order tablet', isSelfOrder: true })]
  renderPage(<TerminalsPage />, {
    at: '/terminals',
    proxy: proxyWith((_, path) => (path === proxyPaths.terminals ? { body: { terminals } } : undefined), {
      person: hamad,
    }),
  })
  const tablet = within(await screen.findByRole('row', { name: /Order tablet/ }))
  expect(tablet.getByText(text('terminals.noSignIn'))).toBeInTheDocument()
  expect(tablet.queryByText(text('staff.neverSeen'))).not.toBeInTheDocument()
  expect(within(screen.getByRole('row', { name: /Counter/ })).getByText(text('staff.neverSeen'))).toBeInTheDocument()
})
