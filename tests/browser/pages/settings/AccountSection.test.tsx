// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { ConnectedAccount } from '#api/account.ts'
import { AccountSection } from '#browser/pages/settings/AccountSection.tsx'
import { hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { press, renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const account: ConnectedAccount = { baseUrl: 'https://provider.example/api', posId: '20418', change: 'here' }
const TOKEN = 'canary-of-the-next-token'

const show = (more: Partial<ConnectedAccount> = {}, changed: FakeAnswer = { body: { name: 'Sidra' } }) =>
  renderPage(<AccountSection />, {
    at: '/settings',
    proxy: proxyWith(
      (method, path) => {
        if (path === '/api/account') return { body: { ...account, ...more } }
        return method === 'POST' && path === '/api/account/token' ? changed : undefined
      },
      { person: hamad },
    ),
  })

async function change() {
  await press(text('account.changeToken'))
  const dialog = screen.getByRole('dialog')
  const input = await screen.findByLabelText(text('account.newToken'))
  expect(input).toHaveAttribute('type', 'password')
  fireEvent.change(input, { target: { value: TOKEN } })
  const buttons = screen.getAllByRole('button', { name: text('account.changeToken') })
  fireEvent.click(buttons.find((button) => dialog.contains(button))!)
}

it('the account is shown without its token, and a new one is sent once', async () => {
  const { seen, container } = show()
  expect(await screen.findByText('20418')).toBeInTheDocument()
  expect(screen.getByText('https://provider.example/api')).toBeInTheDocument()
  await change()
  expect(await screen.findByText(text('account.changed'))).toBeInTheDocument()
  expect(seen.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ token: TOKEN }])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  const storage = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  expect(container.innerHTML + storage).not.toContain(TOKEN)
})

it('a token that the provider rejects says so, and stays in the dialog', async () => {
  show({}, { body: { problem: 'signature' } })
  await change()
  expect(await screen.findByText(text('connect.problem.signature'))).toBeInTheDocument()
  expect(screen.getByLabelText(text('account.newToken'))).toHaveValue(TOKEN)
  expect(screen.queryByText(text('account.changed'))).not.toBeInTheDocument()
})

it.each<[Partial<ConnectedAccount>, string]>([
  [{ change: 'elsewhere' }, text('account.elsewhere')],
  [{ change: 'settings' }, text('account.inEnvironment')],
  [{ change: 'settings', file: '/home/shop/.env' }, text('account.inFile', { file: '/home/shop/.env' })],
])('a token that cannot be changed in this browser says where: %j', async (more, says) => {
  show(more)
  expect(await screen.findByText(says)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('account.changeToken') })).not.toBeInTheDocument()
})
