// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import PeoplePage from '#browser/pages/staff/PeoplePage.tsx'
import { dayPaths } from '#contract/proxy/day-paths.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { PersonShop, StaffEntry } from '#contract/proxy/staff.ts'
import type { Person } from '#domain/person.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { amal, hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

fakeDialogs()

const SHOPS: PersonShop[] = [
  { id: 'marina', name: 'Marina', state: 'read', role: 'cashier', pin: 'older' },
  { id: 'satwa', name: 'Satwa', state: 'read', role: 'supervisor', pin: 'newer' },
  { id: 'souk', name: 'Souk', state: 'read' },
  { id: 'karama', name: 'Karama', state: 'unreachable' },
]

function show(person: Person, shops: PersonShop[], write: (path: string) => FakeAnswer = () => ({ body: { shops } })) {
  const entry: StaffEntry = {
    ...person,
    createdAt: 0,
    usedToday: { pays: [], count: 0 },
    soldToday: { amount: [], count: 0, codesComing: 0 },
  }
  const answer = (method: string, path: string): FakeAnswer | undefined => {
    if (method !== 'GET') return write(path)
    if (path === dayPaths.personShops(person.id)) return { body: { shops } }
    return path === proxyPaths.staff ? { body: { staff: [entry] } } : undefined
  }
  const page = { '/staff/:staffId': <PeoplePage /> }
  return renderPage(page, { at: `/staff/${person.id}`, proxy: proxyWith(answer, { person: hamad }) })
}

const otherShops = () => screen.findByRole('region', { name: text('personShops.title') })
const rowOf = async (name: string) => {
  const row = within(await otherShops())
    .getAllByRole('listitem')
    .find((item) => item.textContent.includes(name))
  if (!row) throw new Error(`${name} is not listed`)
  return row
}

describe('the other shops of a person', () => {
  it('each shop says what the person is there, and one with an older PIN is sent the newer one', async () => {
    const { seen } = show(amal, SHOPS)
    expect(await rowOf('Marina')).toHaveTextContent(text('shell.role.cashier'))
    // The older PIN of this shop would replace the newer one.
    expect(await rowOf('Satwa')).toHaveTextContent(text('personShops.ahead', { shop: 'Satwa' }))
    expect(within(await rowOf('Satwa')).queryByRole('button', { name: text('personShops.tellAgain') })).toBeNull()
    expect(await rowOf('Souk')).toHaveTextContent(text('personShops.none'))
    expect(await rowOf('Karama')).toHaveTextContent(text('personShops.unreachable'))
    expect(within(await rowOf('Karama')).queryByRole('button')).toBeNull()
    await userEvent.click(within(await rowOf('Marina')).getByRole('button', { name: text('personShops.tellAgain') }))
    expect(seen.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      path: dayPaths.personShops(amal.id),
      body: { shop: 'marina', role: 'cashier' },
    })
  })

  it('a person is added to a shop and removed from one, and a refusal says that nothing was done', async () => {
    const refused: FakeAnswer = { status: 422, body: { code: 'invalid-operation', message: '', moneyMoved: 'no' } }
    const { seen } = show(hamad, SHOPS, (path) =>
      path === dayPaths.dismissPerson(hamad.id) ? refused : { body: { shops: SHOPS.slice(0, 1) } },
    )
    await userEvent.click(within(await rowOf('Souk')).getByRole('button', { name: text('personShops.add') }))
    const adding = within(screen.getByRole('dialog'))
    await userEvent.click(adding.getByRole('radio', { name: new RegExp(text('shell.role.cashier')) }))
    await userEvent.click(adding.getByRole('button', { name: text('personShops.add') }))
    expect(seen.at(-1)?.body).toEqual({ shop: 'souk', role: 'cashier' })
    expect(within(await otherShops()).getAllByRole('listitem')).toHaveLength(1)
    await userEvent.click(within(await rowOf('Marina')).getByRole('button', { name: text('personShops.remove') }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: text('personShops.remove') }))
    expect(await screen.findByText(text('personShops.refused'))).toBeVisible()
  })

  it('after a new PIN the shops that did not hear of it are named', async () => {
    show(amal, SHOPS, () => ({ body: { ...amal, notHeard: ['Marina', 'Karama'] } }))
    await userEvent.click(await screen.findByRole('button', { name: text('staff.newPin') }))
    const dialog = within(screen.getByRole('dialog'))
    for (const field of ['staff.pin', 'staff.pinAgain'] as const)
      await userEvent.type(dialog.getByLabelText(text(field)), '7193')
    await userEvent.click(dialog.getByRole('button', { name: text('staff.setPin') }))
    expect(await screen.findByText(text('personShops.notHeard', { names: 'Marina, Karama' }))).toBeVisible()
  })

  it('who is in other shops is blocked there, too, if that is wanted, and a shop that did not hear of it is named', async () => {
    const { seen } = show(amal, SHOPS, () => ({ body: { ...amal, notHeard: ['Karama'] } }))
    await otherShops()
    await userEvent.click(screen.getByRole('button', { name: text('staff.block') }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('switch', { name: text('personShops.everywhere') }))
    await userEvent.click(dialog.getByRole('button', { name: text('staff.block') }))
    expect(await screen.findByText(text('personShops.notBlocked', { names: 'Karama' }))).toBeVisible()
    expect(seen.find(({ method }) => method === 'POST')).toMatchObject({
      path: proxyPaths.disableStaff(amal.id),
      body: { everywhere: true },
    })
  })

  it('in an installation with one shop nothing is said of other shops', async () => {
    const { seen } = show(amal, [])
    expect(await screen.findByRole('button', { name: text('staff.newPin') })).toBeVisible()
    await waitFor(() => expect(seen.map(({ path }) => path)).toContain(dayPaths.personShops(amal.id)))
    expect(screen.queryByRole('region', { name: text('personShops.title') })).toBeNull()
  })
})
