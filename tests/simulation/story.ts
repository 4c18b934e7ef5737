import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { FIRST_EDITION, OPERATORS, offersOf, type ProductName } from './international.ts'
import type { Faults, LineFault } from './faults.ts'
import { mintIds } from './mint-ids.ts'
import { streamsOf } from './random.ts'
import { REST_MS } from './run.ts'
import type { Scenario } from './scenarios.ts'
import { sellBatch } from './story-batch.ts'
import { stepOf, type Conduct, type Refusal, type Step } from './service.ts'
import type { CrashPoints } from './host.ts'
import { AT_ONCE_DONE, EPOCH, PLAIN_TRAITS, PROMPT, QUICK_DISK, setUpSimulation, type Simulation } from './setup.ts'
import { A_MINUTE, A_SECOND, cashierAt, supervisorAt } from './people.ts'
import { AT_ONCE } from './voucher-issue.ts'

/** The server dies at this call through a port: before the call is made, or after it but before its result arrives. */
export type Crash = { call: number; when: 'before' | 'after' }

const STORY_MS = 5 * A_MINUTE
const DOWN_MS = 4 * A_SECOND
const WISHES = {
  direct: { kind: 'direct', serviceId: 'qamra-rc', account: '971501234567', amount: '25' },
  voucher: { kind: 'voucher', serviceId: 'orbyte-card', amount: '25' },
  international: anAmountInternational('Load 100'),
  'international, with a code': anAmountInternational('Skarn gems'),
} as const
function anAmountInternational(name: ProductName) {
  const [operator] = OPERATORS
  const offer = operator && offersOf(operator, FIRST_EDITION).find((each) => each.name === name)
  if (!offer) throw new Error(`nobody offers ${name}`)
  return {
    kind: 'international' as const,
    countryId: offer.operator.country.iso,
    providerId: String(offer.operator.id),
    denominationId: offer.amountId,
    account: '639170000001',
    shown: { amount: (offer.pays / 100).toFixed(2), currency: 'AED' },
  }
}
function aServiceWish({ sells }: Scenario) {
  const wish = WISHES[sells ?? 'direct']
  if (wish.kind === 'international') throw new Error('nobody sells a quantity abroad')
  return wish
}
const OTHER_TILL = 7
const MAX_MEDDLING = 6

export async function playStory(scenario: Scenario, crash?: Crash, isNotified = false) {
  const streams = streamsOf(1)
  const crashPoints = countedCrash(crash)
  const stage: Simulation = setUpSimulation({
    streams,
    faults: scriptedFaults(
      scenario,
      () => stage,
      () => approvedAt,
    ),
    traits: { ...PLAIN_TRAITS, repeatedConfirm: 'executed', ...scenario.traits },
    conduct: scriptedConduct(scenario),
    disk: QUICK_DISK,
    wall: () => EPOCH + stage.world.now(),
    crashPoints,
    downMs: () => DOWN_MS,
    isNotified,
  })
  let approvedAt: number | undefined
  const approve = () => {
    if (approvedAt !== undefined) return
    approvedAt = stage.world.now()
    if (scenario.stopsAfterMs !== undefined) stage.world.after(scenario.stopsAfterMs, () => void stage.shop.restart())
  }
  const { world, shop, disk, watch, service, violations, trace } = stage
  const id = mintIds()()
  shop.open()
  if (scenario.quantity) void sellBatch(stage, scenario.quantity, aServiceWish(scenario), id, STORY_MS)
  else void sell(stage, scenario, id, approve)
  await world.runUntil(STORY_MS)
  crashPoints.end()
  stage.endFaults()
  const ends = disk
    .sales()
    .map(({ state }) => state)
    .join(', ')
  await stage.rest(REST_MS)
  watch.checkBooks(disk.sales(), service.debits(), false)
  return {
    calls: crashPoints.calls(),
    state: ends || 'nothing',
    violations,
    tell: () => trace.tell('', 200),
  }
}

async function sell(stage: Simulation, scenario: Scenario, id: SaleId, onApproval: () => void): Promise<void> {
  const { world, shop, watch } = stage
  const seller = cashierAt(1)
  const isOver = () => world.now() > STORY_MS
  const decisions = [...(scenario.decides ?? [])]
  let isTapped = false
  let meddled = 0

  const read = async (): Promise<SaleRecord | undefined> => {
    const told = await shop.ask((sales) => sales.read(id, seller.person))
    return told.kind === 'done' ? told.value.sale : undefined
  }
  const confirm = (sale: SaleRecord) => {
    onApproval()
    const accept = sale.mismatch && scenario.accepts
    watch.confirmAsked(id, sale.version, accept)
    const payment = { paymentMethod: 'cash', cashTendered: '1000' } as const
    watch.paymentAsked(id, payment)
    return shop.ask((sales) => sales.confirm(id, { version: sale.version, accept, ...payment }, seller))
  }

  while (!isOver()) {
    const sale = await read()
    switch (sale?.state) {
      case undefined:
      case 'opened':
        await shop.ask((sales) => sales.open(id, WISHES[scenario.sells ?? 'direct'], seller))
        break
      case 'checked':
        if (scenario.instead === 'walks away') return
        if (scenario.instead === 'gives up') await shop.ask((sales) => sales.abandon(id, seller))
        else {
          if (scenario.isTappedTwice && !isTapped) void confirm(sale)
          isTapped = true
          await confirm(sale)
        }
        break
      case 'not-executed': {
        const decision = decisions.shift()
        if (decision === 'leave') return
        if (decision === 'finish') await confirm(sale)
        if (decision === 'give up') await shop.ask((sales) => sales.abandon(id, seller))
        break
      }
      case 'confirming':
      case 'unknown':
      case 'pending':
        if (meddled < MAX_MEDDLING) await meddle(stage, scenario, id)
        meddled += 1
        break
      case 'succeeded':
        if (sale.voucher === undefined || sale.voucher === 'delivered') return
        meddled += 1
        if (await isHandedOut(stage, scenario, sale, meddled)) return
        break
      default:
        if (sale?.refund && !sale.refund.done) await shop.ask((sales) => sales.markRefunded(id, seller))
        return
    }
    await world.sleep(meddled < MAX_MEDDLING ? 4 * A_SECOND : 30 * A_SECOND)
  }
}

/** Reveals the code, and delivers it once it has arrived. Returns true if nothing more will be done. */
async function isHandedOut(
  { shop }: Simulation,
  scenario: Scenario,
  sale: SaleRecord,
  times: number,
): Promise<boolean> {
  const { id, voucher } = sale
  const seller = cashierAt(scenario.meanwhile === 'takes over' ? OTHER_TILL : 1)
  if (sale.cashier.id !== seller.person.id) await shop.ask((sales) => sales.takeOver(id, seller))
  await shop.ask((sales) => sales.reveal(id, { hasStepUp: true }, seller))
  if (voucher === 'coming') return times > MAX_MEDDLING
  // As long as the cashier stays, a code that can change is polled.
  const isLookedAtAgain = Number.isFinite(scenario.issue?.changesAt) && times < MAX_MEDDLING
  if (isLookedAtAgain) await shop.ask((sales) => sales.poll(id, seller))
  else await shop.ask((sales) => sales.deliver(id, 'printed', seller))
  return false
}

async function meddle({ shop }: Simulation, { meanwhile }: Scenario, id: SaleId): Promise<void> {
  switch (meanwhile) {
    case 'asks':
      await shop.ask((sales) => sales.poll(id, cashierAt(1)))
      break
    case 'takes over':
      await shop.ask((sales) => sales.takeOver(id, cashierAt(OTHER_TILL)))
      await shop.ask((sales) => sales.poll(id, cashierAt(OTHER_TILL)))
      break
    case 'supervisor closes': {
      const word = { outcome: 'sold', note: 'support said so' } as const
      await shop.ask((sales) => sales.resolve(id, word, supervisorAt(OTHER_TILL)))
      break
    }
    case undefined:
  }
}

function countedCrash(crash: Crash | undefined): CrashPoints & { calls: () => number; end: () => void } {
  let calls = 0
  let isOver = false
  return {
    calls: () => calls,
    end: () => {
      isOver = true
    },
    dies: () => {
      if (isOver) return NOT_NOW
      calls += 1
      return crash?.call === calls ? { before: crash.when === 'before', after: crash.when === 'after' } : NOT_NOW
    },
  }
}
const NOT_NOW = { before: false, after: false }

function scriptedFaults(scenario: Scenario, stage: () => Simulation, approvedAt: () => number | undefined): Faults {
  const seen = new Map<Step, number>()
  let isOver = false

  function isCutOff(): boolean {
    if (!scenario.noConnection || isOver) return false
    const { from, forMs } = scenario.noConnection
    const since = from === 'start' ? 0 : approvedAt()
    return since !== undefined && stage().world.now() < since + forMs
  }

  return {
    onExchange: (path): LineFault | undefined => {
      const step = stepOf(path)
      const place = seen.get(step) ?? 0
      seen.set(step, place + 1)
      return isOver ? undefined : scenario.line?.[step]?.[place]
    },
    happens: (fault) => (fault === 'no connection' || fault === 'connection found dead') && isCutOff(),
    hit: () => {},
    end: () => {
      isOver = true
    },
    haveEnded: () => isOver,
    counts: new Map(),
  }
}

function scriptedConduct({ refuses, answersAfterMs, execution, issue, detects }: Scenario): Conduct {
  const seen = new Map<Step, number>()
  return {
    ...PROMPT,
    refusal: (step) => {
      const place = seen.get(step) ?? 0
      seen.set(step, place + 1)
      const refusal = refuses?.[step]?.[place]
      return refusal === undefined ? undefined : readRefusal(refusal)
    },
    execution: () => ({ ...AT_ONCE_DONE, ...execution }),
    answersAfterMs: (step) => answersAfterMs?.[step] ?? 100,
    issue: () => ({ ...AT_ONCE, ...issue }),
    detection: () => detects ?? 'as chosen',
  }
}

const readRefusal = (refusal: number | string | Refusal): Refusal =>
  typeof refusal === 'object' ? refusal : { code: refusal, isDoneAllTheSame: false }
