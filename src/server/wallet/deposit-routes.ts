import type { FastifyRequest } from 'fastify'

import type { AnnounceDeposit, ExpectedDeposit, MatchDeposit, WalletMovement } from '#api/wallet.ts'
import { isSameDeposit, MAX_EXPECTED, mayBePaidAt } from '#domain/wallet/announced-deposit.ts'
import { decimal, decimalsOf, isSameMoney, money } from '#domain/money/money.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { InvalidOperation, RequestRefused, staleChange } from '../lib/failures.ts'
import { access, actorOf, personOf } from '../staff/access.ts'
import { route, type Route } from '../http/route.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import {
  announceIn,
  auditedDeposit,
  expectedDeposits,
  findAnnounced,
  findExpected,
  matchIn,
  withdrawIn,
  type Deposit,
} from './deposits.ts'
import { findMovement } from './movements.ts'
import { depositView, movementView } from './routes.ts'

type Deps = Pick<ServerParts, 'selling' | 'staff' | 'clock' | 'calendar'>

/** For supervisors: money that was paid in and is expected (decision 146). */
export const depositRoutes = (deps: Deps): Route[] => [
  route('POST /api/wallet/deposits', {
    access: access.stepUp,
    handle: ({ body, request }) => announce(deps, body, request),
  }),
  route('POST /api/wallet/deposits/:id/match', {
    access: access.stepUp,
    handle: ({ id, body, request }) => match(deps, id, body, request),
  }),
  route('POST /api/wallet/deposits/:id/withdraw', {
    access: access.stepUp,
    handle: ({ id, request }) => withdraw(deps, id, request),
  }),
]

async function announce(
  { selling: { wallet }, staff: { audit }, clock, calendar }: Deps,
  { id, amount, currency, slip, paidAt }: AnnounceDeposit,
  request: FastifyRequest,
): Promise<ExpectedDeposit> {
  const now = clock.now()
  const exact = decimal(amount)
  if (currency !== wallet.now().reading?.balance.currency)
    throw new InvalidOperation('The wallet has another currency, or its balance was never read.')
  if (exact.scale > decimalsOf(currency)) throw new InvalidOperation('The amount has too many decimals.')
  if (!mayBePaidAt(paidAt, now, calendar()))
    throw new InvalidOperation('A deposit was paid in the last 30 days, and no later than today.')
  const by = personOf(request).name
  const given = {
    id,
    amount: money(exact, currency),
    paidAt,
    announcedAt: now,
    by,
    ...(slip !== undefined && { slip }),
  }
  const stored = await audit.commit(async (trx, line) => {
    const known = await findAnnounced(trx, id)
    if (known && !isSameContent(known, given))
      throw new RequestRefused(409, 'content-mismatch', 'Another deposit was announced with this id.')
    if (known) return known
    if ((await expectedDeposits(trx)).length >= MAX_EXPECTED)
      throw new InvalidOperation(
        `At most ${MAX_EXPECTED} deposits can be expected. Withdraw those that will not arrive.`,
      )
    await announceIn(trx, given)
    await line({ kind: 'deposit-announced', ...actorOf(request), ...auditedDeposit(given) })
    return given
  })
  return depositView(stored, now)
}

const isSameContent = (a: Deposit, b: Deposit): boolean =>
  isSameMoney(a.amount, b.amount) && a.slip === b.slip && a.paidAt === b.paidAt

async function match(
  { staff: { audit }, clock }: Deps,
  id: string,
  { movement: movementId, version }: MatchDeposit,
  request: FastifyRequest,
): Promise<WalletMovement> {
  const matched = await audit.commit(async (trx, line) => {
    const deposit = await requireExpected(trx, id)
    const movement = await findMovement(trx, movementId)
    if (movement?.version !== version) throw staleChange()
    if (movement.explained || !isSameDeposit(deposit, movement))
      throw new InvalidOperation('This transaction is not a deposit of that amount, or it is explained already.')
    await matchIn(trx, deposit, movement, { by: personOf(request).name, at: clock.now() })
    await line({ kind: 'deposit-matched', ...actorOf(request), ...auditedDeposit(deposit) })
    return findMovement(trx, movementId)
  })
  if (!matched) throw staleChange()
  return movementView(matched)
}

async function withdraw(
  { staff: { audit }, clock }: Deps,
  id: string,
  request: FastifyRequest,
): Promise<ExpectedDeposit> {
  const now = clock.now()
  const withdrawn = await audit.commit(async (trx, line) => {
    const deposit = await requireExpected(trx, id)
    await withdrawIn(trx, id, now)
    await line({ kind: 'deposit-withdrawn', ...actorOf(request), ...auditedDeposit(deposit) })
    return deposit
  })
  return depositView(withdrawn, now)
}

async function requireExpected(trx: Parameters<typeof findExpected>[0], text: string): Promise<Deposit> {
  const id = findSaleId(text)
  const deposit = id && (await findExpected(trx, id))
  if (!deposit)
    throw new RequestRefused(404, 'not-found', 'No such deposit is expected: it has arrived or was withdrawn.')
  return deposit
}
