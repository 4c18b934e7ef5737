// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import PeoplePage from '#browser/pages/staff/PeoplePage.tsx'
import { AddDialog } from '#browser/pages/staff/PersonDialogs.tsx'
import { findLimitProblem, readLimits, stepLimit, textsOf } from '#browser/pages/staff/LimitFields.tsx'
import type { PersonShop, StaffEntry } from '#api/staff.ts'
import type { Person } from '#domain/person.ts'
import { isSameLimits } from '#domain/sales-limits.ts'
import { mergeDraft } from '#browser/settings/use-shared-form.ts'
import { amal, hamad, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { type FakeAnswer, press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const entry = (more: Partial<StaffEntry> = {}): StaffEntry => ({
  ...amal,
  permissions: ['reprint'],
  createdAt: 0,
  usedToday: { pays: [], count: 0 },
  soldToday: { amount: [], count: 0, codesComing: 0 },
  ...more,
})
type Elsewhere = { person?: Person; shops?: PersonShop[] }

function show(
  staff: StaffEntry[] | 'no answer',
  write?: FakeAnswer | ((path: string) => FakeAnswer),
  { person = amal, shops }: Elsewhere = {},
) {
  const answer = (method: string, path: string): FakeAnswer | undefined => {
    if (method !== 'GET') return typeof write === 'function' ? write(path) : write
    if (shops && path === `/api/staff/${person.id}/shops`) return { body: { shops } }
    if (path !== '/api/staff') return undefined
    return staff === 'no answer' ? staff : { body: { staff } }
  }
  const stage = { '/staff/:staffId': <PeoplePage /> }
  const shown = renderPage(stage, { at: `/staff/${person.id}`, proxy: proxyWith(answer, { person: hamad }) })
  const kept = () => shown.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  return { ...shown, kept }
}

const switchOf = (name: RegExp) => screen.findByRole('switch', { name })

it('the page of people says that the people cannot be read, and lists none', async () => {
  show('no answer')
  expect(await screen.findByText(text('failure.no-answer'))).toBeInTheDocument()
  expect(screen.queryByText('Amal Rahman')).not.toBeInTheDocument()
})

it('the page of people turns a switch back that the server rejected, and says why', async () => {
  const { kept } = show([entry()], refusal(503, 'not-ready'))
  fireEvent.click(await switchOf(startingWith('staff.may.international')))
  await screen.findByText(text('failure.not-ready'))
  expect(await switchOf(startingWith('staff.may.international'))).not.toBeChecked()
  expect(kept()).toEqual([{ permissions: ['international', 'reprint'] }])
})

it('the page of people takes a second switch while the first is being saved, and saves both', async () => {
  const { kept } = show([entry()], { body: {} })
  const abroad = await switchOf(startingWith('staff.may.international'))
  const reprint = await switchOf(startingWith('staff.may.reprint'))
  fireEvent.click(abroad)
  fireEvent.click(reprint)
  const both = [{ permissions: ['international', 'reprint'] }, { permissions: ['international'] }]
  await waitFor(() => expect(kept()).toEqual(both))
})

it('the page of people keeps what was typed into a limit when it is rejected', async () => {
  show([entry({ limits: { currency: 'AED' } })], refusal(422, 'invalid-operation'))
  const field = await screen.findByLabelText(text('limits.kind.perDay'))
  fireEvent.change(field, { target: { value: '750' } })
  fireEvent.click(screen.getByRole('button', { name: text('limits.save') }))
  await screen.findByText(text('failure.invalid-operation'))
  expect(field).toHaveValue('750')
  await waitFor(() => expect(screen.getByText(text('limits.save'))).toBeInTheDocument())
})

it('the page of people shows a limit with its separators while it is not being edited, and raises and lowers it in steps', async () => {
  const { kept } = show([entry({ limits: { currency: 'AED', perDay: '2000' as never } })], { body: {} })
  const field = await screen.findByLabelText(text('limits.kind.perDay'))
  expect(field).toHaveValue('2,000')
  fireEvent.click(screen.getByRole('button', { name: 'Raise, Total per day' }))
  expect(field).toHaveValue('2,500')
  fireEvent.focus(field)
  expect(field).toHaveValue('2500')
  fireEvent.click(screen.getByRole('button', { name: text('limits.save') }))
  await waitFor(() => expect(kept()).toMatchObject([{ limits: { perDay: '2500' } }]))
})

it('an empty limit field says as a placeholder, not as a value, that there is no limit', async () => {
  show([entry()])
  const field = await screen.findByLabelText(text('limits.kind.perSale'))
  expect(field).toHaveValue('')
  expect(field).toHaveAttribute('placeholder', text('staff.noLimit'))
  expect(screen.getByRole('button', { name: 'Lower, Largest single sale' })).toHaveAttribute('aria-disabled', 'true')
})

it('the page of people says that limits in another currency hold back every sale', async () => {
  show([entry({ limits: { currency: 'USD', perSale: '50' as never } })])
  expect(await screen.findByText(text('limits.otherCurrency', { other: 'USD', currency: 'AED' }))).toBeInTheDocument()
})

it('the page of people says that a person is locked out, and can unlock them', async () => {
  const { seen } = show([entry({ pinLock: {} })], { body: {} })
  expect((await screen.findAllByText(text('staff.pinLocked'))).length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('button', { name: text('staff.unlock') }))
  await waitFor(() => expect(seen.find(({ method }) => method === 'POST')?.path).toBe('/api/staff/a/unlock'))
})

it('the page of people says what to do when a person cannot be unlocked from this shop', async () => {
  show([entry({ pinLock: {} })], refusal(422, 'invalid-operation'))
  fireEvent.click(await screen.findByRole('button', { name: text('staff.unlock') }))
  expect(await screen.findByText(text('staff.unlockRefused'))).toBeInTheDocument()
})

it('the page of people lists who may not sell international top-ups', async () => {
  show([entry({ permissions: [] })])
  expect(await screen.findByText(text('staff.notAllowed'))).toBeVisible()
})

it('the page of people offers only unblocking for a blocked person', async () => {
  show([entry({ disabledAt: 1 })])
  expect(await screen.findByText(text('staff.unblock'))).toBeInTheDocument()
  expect(screen.queryByText(text('staff.newPin'))).not.toBeInTheDocument()
  expect(screen.queryByText(text('limits.save'))).not.toBeInTheDocument()
})

const SHOPS: PersonShop[] = [
  { id: 'marina', name: 'Marina', state: 'read', role: 'cashier', pin: 'older' },
  { id: 'satwa', name: 'Satwa', state: 'read', role: 'supervisor', pin: 'newer' },
  { id: 'souk', name: 'Souk', state: 'read' },
  { id: 'karama', name: 'Karama', state: 'unreachable' },
]

function showShops(
  person: Person,
  shops: PersonShop[],
  write: (path: string) => FakeAnswer = () => ({ body: { shops } }),
) {
  return show([entry(person)], write, { person, shops })
}

const otherShops = () => screen.findByRole('region', { name: text('personShops.title') })
const rowOf = async (name: string) =>
  within(await otherShops())
    .getAllByRole('listitem')
    .find((item) => item.textContent.includes(name))!

it('the shops of a person show their role in each, and a shop with an older PIN can be sent the newer one', async () => {
  const { seen } = showShops(amal, SHOPS)
  expect(await rowOf('Marina')).toHaveTextContent(text('shell.role.cashier'))
  // Sending from this shop is not offered, because its older PIN would replace the newer one.
  expect(await rowOf('Satwa')).toHaveTextContent(text('personShops.ahead', { shop: 'Satwa' }))
  expect(within(await rowOf('Satwa')).queryByRole('button', { name: text('personShops.tellAgain') })).toBeNull()
  expect(await rowOf('Souk')).toHaveTextContent(text('personShops.none'))
  expect(await rowOf('Karama')).toHaveTextContent(text('personShops.unreachable'))
  expect(within(await rowOf('Karama')).queryByRole('button')).toBeNull()
  await userEvent.click(within(await rowOf('Marina')).getByRole('button', { name: text('personShops.tellAgain') }))
  const sent = { path: `/api/staff/${amal.id}/shops`, body: { shop: 'marina', role: 'cashier' } }
  expect(seen.find(({ method }) => method === 'POST')).toEqual({ method: 'POST', ...sent })
})

it('a person is added to a shop and removed from one, and a rejection says that nothing was changed', async () => {
  const refused: FakeAnswer = refusal(422, 'invalid-operation')
  const { seen } = showShops(hamad, SHOPS, (path) =>
    path === `/api/staff/${hamad.id}/shops/dismiss` ? refused : { body: { shops: SHOPS.slice(0, 1) } },
  )
  await userEvent.click(within(await rowOf('Souk')).getByRole('button', { name: text('personShops.add') }))
  const adding = within(screen.getByRole('dialog'))
  await userEvent.click(adding.getByRole('radio', { name: new RegExp(text('shell.role.cashier')) }))
  await userEvent.click(adding.getByRole('button', { name: text('personShops.add') }))
  const added = { path: `/api/staff/${hamad.id}/shops`, body: { shop: 'souk', role: 'cashier' } }
  await waitFor(() => expect(seen).toContainEqual({ method: 'POST', ...added }))
  await waitFor(async () => expect(within(await otherShops()).getAllByRole('listitem')).toHaveLength(1))
  await userEvent.click(within(await rowOf('Marina')).getByRole('button', { name: text('personShops.remove') }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: text('personShops.remove') }))
  expect(await screen.findByText(text('personShops.refused'))).toBeVisible()
})

it('after a new PIN the shops that did not receive it are named', async () => {
  showShops(amal, SHOPS, () => ({ body: { ...amal, notHeard: ['Marina', 'Karama'] } }))
  await press(text('staff.newPin'))
  const dialog = within(screen.getByRole('dialog'))
  for (const field of ['staff.pin', 'staff.pinAgain'] as const)
    fireEvent.change(dialog.getByLabelText(text(field)), { target: { value: '7193' } })
  await userEvent.click(dialog.getByRole('button', { name: text('staff.setPin') }))
  expect(await screen.findByText(text('personShops.notHeard', { names: 'Marina, Karama' }))).toBeVisible()
})

it('a person who is in other shops can be blocked there, too, and a shop that did not receive it is named', async () => {
  const { seen } = showShops(amal, SHOPS, () => ({ body: { ...amal, notHeard: ['Karama'] } }))
  await otherShops()
  await userEvent.click(screen.getByRole('button', { name: text('staff.block') }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('switch', { name: text('personShops.everywhere') }))
  await userEvent.click(dialog.getByRole('button', { name: text('staff.block') }))
  expect(await screen.findByText(text('personShops.notBlocked', { names: 'Karama' }))).toBeVisible()
  const path = `/api/staff/${amal.id}/disable`
  expect(seen.find(({ method }) => method === 'POST')).toMatchObject({ path, body: { everywhere: true } })
})

it('an installation with one shop shows nothing about other shops', async () => {
  const { seen } = showShops(amal, [])
  expect(await screen.findByRole('button', { name: text('staff.newPin') })).toBeVisible()
  await waitFor(() => expect(seen.map(({ path }) => path)).toContain(`/api/staff/${amal.id}/shops`))
  expect(screen.queryByRole('region', { name: text('personShops.title') })).toBeNull()
})

it('a PIN that is too easy to guess is marked while a person is added, and is not sent', async () => {
  const proxy = proxyWith((method) => (method === 'POST' ? { body: {} } : undefined), { person: hamad })
  const { seen } = renderPage(<AddDialog people={[]} onClose={() => {}} />, { at: '/staff', proxy })
  fireEvent.change(await screen.findByLabelText(text('staff.name')), { target: { value: 'Sara' } })
  await userEvent.type(screen.getByLabelText(text('staff.pin')), '1111')
  expect(screen.getByLabelText(text('staff.pin'))).toBeInvalid()
  await userEvent.type(screen.getByLabelText(text('staff.pinAgain')), '1111{Enter}')
  const blocked = screen.getByRole('button', { name: text('staff.pinWeak.few-digits') })
  expect(blocked).toHaveAttribute('aria-disabled', 'true')
  expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
})

const none = textsOf(null)

it.each([
  { kind: 'perSale', text: '', currency: 'AED', problem: undefined },
  { kind: 'perSale', text: '300.50', currency: 'AED', problem: undefined },
  { kind: 'perSale', text: '300.', currency: 'AED', problem: undefined },
  { kind: 'perSale', text: '0', currency: 'AED', problem: 'zero' },
  { kind: 'perSale', text: '0.00', currency: 'AED', problem: 'zero' },
  { kind: 'perSale', text: '300.505', currency: 'AED', problem: 'decimals' },
  { kind: 'perSale', text: '300.505', currency: 'KWD', problem: undefined },
  { kind: 'perSale', text: '0.5', currency: 'JPY', problem: 'decimals' },
  { kind: 'perSale', text: '1.2.3', currency: 'AED', problem: 'unreadable' },
  { kind: 'vouchersPerMinute', text: '1000', currency: 'AED', problem: undefined },
  { kind: 'vouchersPerMinute', text: '1001', currency: 'AED', problem: 'too-many' },
  { kind: 'vouchersPerMinute', text: '0', currency: 'AED', problem: 'zero' },
] as const)('the problem of a limit $kind of "$text" in $currency is $problem', ({ kind, text, currency, problem }) => {
  expect(findLimitProblem(kind, text, currency)).toBe(problem)
})

it.each([
  { kind: 'perSale', text: '200', up: '250', down: '150' },
  { kind: 'perSale', text: '1500', up: '2000', down: '1000' },
  { kind: 'perSale', text: '300.5', up: '350', down: '300' },
  { kind: 'perSale', text: '1', up: '2', down: undefined },
  { kind: 'perSale', text: '', up: '100', down: undefined },
  { kind: 'perSale', text: '1.2.3', up: undefined, down: undefined },
  { kind: 'perSale', text: '999999999', up: undefined, down: '950000000' },
  { kind: 'vouchersPerMinute', text: '9', up: '10', down: '8' },
  { kind: 'vouchersPerMinute', text: '1000', up: undefined, down: '500' },
] as const)('a limit $kind of "$text" is raised to $up and lowered to $down', ({ kind, text, up, down }) => {
  expect(stepLimit(kind, text, 'up')).toBe(up)
  expect(stepLimit(kind, text, 'down')).toBe(down)
})

it('the limits read as none when every field is empty, and as unreadable while one is wrong', () => {
  expect(readLimits(none, 'AED')).toBeNull()
  expect(readLimits({ ...none, perSale: '5', perDay: '0' }, 'AED')).toBeUndefined()
})

it("the limits are those that are filled in, in the shop's currency", () => {
  const texts = { ...none, perDay: '2000.', vouchersPerMinute: '3' }
  expect(readLimits(texts, 'AED')).toEqual({ currency: 'AED', perDay: '2000', vouchersPerMinute: 3 })
})

it('the limit fields keep what was typed and take over the other changes when another person saved limits meanwhile', () => {
  const seen = textsOf({ currency: 'AED', perSale: '50', perDay: '900' })
  const now = textsOf({ currency: 'AED', perSale: '70', perDay: '800', vouchersPerMinute: 2 })
  expect(mergeDraft({ ...seen, perDay: '1000' }, seen, now)).toEqual({ ...now, perDay: '1000' })
})

it('limits are equal however their amounts are written, and not equal in another currency', () => {
  const limits = { currency: 'AED', perSale: '50' }
  expect(isSameLimits(limits, { currency: 'AED', perSale: '50.00' })).toBe(true)
  expect(isSameLimits(limits, { currency: 'USD', perSale: '50' })).toBe(false)
  expect(isSameLimits(limits, { ...limits, perDay: '50' })).toBe(false)
  expect(isSameLimits(limits, null)).toBe(false)
  expect(isSameLimits(null, null)).toBe(true)
})

describe('the badge of a person', () => {
  const holdCard = (code: string) => {
    for (const key of [...code, 'Enter'])
      fireEvent.keyDown(document.body, { key, code: /\d/.test(key) ? `Digit${key}` : `Key${key}` })
  }
  const posts = ({ seen }: ReturnType<typeof show>) =>
    seen.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

  it('a badge is added by holding the card to a reader, and its code is not shown', async () => {
    const shown = show([entry()], { body: {} })
    fireEvent.click(await screen.findByRole('button', { name: text('staff.badgeAdd') }))
    const dialog = await screen.findByRole('dialog', { name: text('badge.heading', { name: amal.name }) })
    expect(dialog).toHaveTextContent(text('badge.waiting'))
    holdCard('04A1B2C3')
    await waitFor(() => expect(posts(shown)).toEqual([['/api/staff/a/badge', { code: '04A1B2C3' }]]))
    expect(document.body.textContent).not.toContain('04A1B2C3')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('a card that is already a badge is refused, and the dialog waits for another', async () => {
    show([entry()], refusal(422, 'invalid-operation'))
    fireEvent.click(await screen.findByRole('button', { name: text('staff.badgeAdd') }))
    holdCard('04A1B2C3')
    expect(await screen.findByText(text('badge.refused'))).toBeInTheDocument()
    expect(screen.getByText(text('badge.waiting'))).toBeInTheDocument()
    holdCard('1'.repeat(65))
    expect(await screen.findByText(text('badge.unusable'))).toBeInTheDocument()
  })

  it('a lost badge is blocked in one tap', async () => {
    const shown = show([entry({ badge: { since: Date.UTC(2026, 10, 1) } })], { body: {} })
    expect(await screen.findByText(startingWith('staff.badgeSince'))).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: text('staff.badgeBlock') }))
    await waitFor(() => expect(posts(shown)).toEqual([['/api/staff/a/badge/block', {}]]))
  })
})
