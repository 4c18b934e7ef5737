import type { FastifyRequest } from 'fastify'

import type { CostDifferenceRow, ExpectedDeposit, ExplainMovement, Wallet, WalletMovement } from '#api/wallet.ts'
import type { Settings } from '#api/settings.ts'
import { lateAt, matchDeposits } from '#domain/wallet/announced-deposit.ts'
import { expectedCost } from '#domain/money/commission.ts'
import { decimal, decimalsOf, formatDecimal, isSameMoney, money } from '#domain/money/money.ts'
import { estimateOf, mayBe } from '#domain/wallet/wallet.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation, RequestRefused, staleChange } from '../lib/failures.ts'
import type { CostDifference, WalletStore } from './store.ts'
import type { Deposit } from './deposits.ts'
import { explainIn, findMovement, type Movement } from './movements.ts'
import { access, actorOf, personOf } from '../staff/access.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import { daysOfLine, inTenths, type Wallet as WalletOfAccount } from './wallet.ts'
import { route, type Route } from '../http/route.ts'

/** A reading younger than this (ms) is returned as it is, so pages may request the wallet as often as they like. */
const FRESH_FOR_MS = 10_000
const CHART_MS = 7 * 24 * 60 * 60_000
/** A chart needs one reading per hour. */
const CHART_PERIOD_MS = 60 * 60_000
/** Now, the ends of the days of a week, and the time when the wallet is empty. */
const MAX_FORECAST_POINTS = 9
const MAX_READINGS = 400

type Deps = {
  wallet: WalletOfAccount
  walletStore: WalletStore
  catalog: Pick<CatalogCache, 'current'>
  staff: Pick<StaffServices, 'audit' | 'settings'>
  clock: Clock
}

/** For supervisors: the balance, how long it lasts, and what happened to it outside this shop's sales. */
export const walletRoutes = (deps: Deps): Route[] => [
  route('GET /api/wallet', {
    access: access.supervisor,
    handle: async () => {
      const { reading } = deps.wallet.now()
      const age = reading ? deps.clock.now() - reading.at : Infinity
      if (age < 0 || age >= FRESH_FOR_MS) await deps.wallet.takeReading('page')
      return viewOf(deps)
    },
  }),
  route('POST /api/wallet/movements/:id', {
    access: access.stepUp,
    handle: ({ id, body, request }) => explain(deps, Number(id), body, request),
  }),
]

async function viewOf({ wallet, walletStore, catalog, staff, clock }: Deps): Promise<Wallet> {
  const { reading, problem, isStale } = wallet.now()
  const settings = staff.settings.current().wallet
  const topupCode = (await catalog.current())?.point.topupCode
  const currency = reading?.balance.currency
  const forecast = await wallet.forecast()
  const readings = await walletStore.readings(clock.now() - CHART_MS, CHART_PERIOD_MS)
  const held = currency === undefined ? undefined : await walletStore.held(currency)
  const movements = await walletStore.movements()
  const deposits = await walletStore.expectedDeposits()
  const offered = new Map(
    matchDeposits(deposits, movements).map(({ movementId, depositId }) => [
      movementId,
      deposits.find(({ id }) => id === depositId),
    ]),
  )
  return {
    ...(reading && { balance: reading.balance, asOf: reading.at }),
    stale: isStale,
    ...(problem && { problem }),
    held: held
      ? { count: held.count, least: money({ units: 0n, scale: 0 }, held.most.currency), most: held.most }
      : { count: 0 },
    ...(currency !== undefined && forecast ? forecastPart(forecast, currency, settings) : { forecast: [] }),
    ...(settings.line && { line: money(decimal(settings.line.amount), settings.line.currency) }),
    readings: readings.filter(({ balance }) => balance.currency === currency).slice(-MAX_READINGS),
    movements: movements.map((movement) => movementView(movement, offered.get(movement.id))),
    expectedDeposits: deposits.map((deposit) => depositView(deposit, clock.now())),
    costDifferences: (await walletStore.costDifferences()).flatMap(differenceView),
    ...(topupCode !== undefined && { topupCode }),
  }
}

function forecastPart(
  { runway, pace }: NonNullable<Awaited<ReturnType<WalletOfAccount['forecast']>>>,
  currency: string,
  settings: Settings['wallet'],
) {
  const lineDays = daysOfLine(settings, currency, pace)
  return {
    runwayDays: inTenths(runway.days),
    ...(lineDays !== undefined && { lineDays: inTenths(lineDays) }),
    forecast: runway.points
      .slice(0, MAX_FORECAST_POINTS)
      .map(({ at, balance }) => ({ at: Math.round(at), balance: estimateOf(balance, currency) })),
  }
}

export const movementView = (movement: Movement, announced?: Deposit): WalletMovement => {
  const { least, most, explained, ...rest } = movement
  return {
    ...rest,
    amount: most,
    ...(isSameMoney(least, most) ? {} : { least }),
    ...(announced && {
      announced: { id: announced.id, ...(announced.slip !== undefined && { slip: announced.slip }) },
    }),
    ...(explained && { explainedAt: explained.at, explainedBy: explained.by }),
  }
}

export const depositView = ({ by, ...deposit }: Deposit, now: number): ExpectedDeposit => ({
  ...deposit,
  announcedBy: by,
  ...(now >= lateAt(deposit) && { isLate: true }),
})

function differenceView({ sale, fit, learned }: CostDifference): CostDifferenceRow[] {
  const { commission, cost, amount } = sale
  if (!commission || !cost) return []
  const expected =
    learned && learned !== 'neither' && expectedCost(commission, amount, learned, decimalsOf(cost.currency))
  return [
    {
      saleId: sale.id,
      number: sale.number,
      at: sale.confirmedAt ?? sale.openedAt,
      serviceName: sale.serviceName,
      amount,
      commission: { kind: commission.kind, value: formatDecimal(decimal(commission.value)) },
      cost,
      ...(expected && { expected }),
      fit,
      ...(learned && { learned }),
    },
  ]
}

async function explain(
  { staff: { audit }, clock }: Deps,
  id: number,
  { version, kind, slip, note }: ExplainMovement,
  request: FastifyRequest,
): Promise<WalletMovement> {
  const person = personOf(request)
  const changed = await audit.commit(async (trx, line) => {
    const movement = Number.isSafeInteger(id) ? await findMovement(trx, id) : undefined
    if (!movement) throw new RequestRefused(404, 'not-found', 'There is no such transaction.')
    if (movement.version !== version) throw staleChange()
    if (!mayBe(kind, movement.direction))
      throw new InvalidOperation('Money that left the wallet is neither a deposit nor a refund.')
    await explainIn(trx, movement, { kind, slip, note, by: person.name, at: clock.now() })
    const { amount, currency } = movement.most
    await line({
      kind: 'wallet-movement-explained',
      ...actorOf(request),
      about: { id: String(id), name: String(id) },
      detail: { kind, direction: movement.direction, amount, currency, slip, note },
    })
    return findMovement(trx, id)
  })
  if (!changed) throw new RequestRefused(404, 'not-found', 'There is no such transaction.')
  return movementView(changed)
}
