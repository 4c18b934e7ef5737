import { parseArgs } from 'node:util'

import type { NamedSale } from './support/fill-journal.ts'
import { check, measureAdded, note, round } from './support/measure.ts'
import { measureSales, openConnection, openPractice, openTill, passOn, sell, type Till } from './support/tills.ts'

// Sale steps, lists and searches over journals of several sizes. Other work on the machine affects all of them, so the ratios to the empty journal
// count.

const TILLS = 16
/** There are several supervisors, because the requests of each session are limited. */
const SUPERVISORS = 16
const MAX_GROWTH = 1.2
const WARM_UP_READS = 200

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    sizes: { type: 'string', default: '0,100000,1000000' },
    reads: { type: 'string', default: '60' },
  },
})
const seconds = Number(values.seconds)
const reads = Number(values.reads)

type Measured = { figure: number; unit: string; most?: number; maxGrowth?: number }

let empty = new Map<string, Measured>()
for (const size of values.sizes.split(',').map(Number)) {
  console.log(`\n${size.toLocaleString('en')} sales`)
  const measured = await measure(size)
  if (empty.size === 0) empty = measured
  for (const [what, { figure, unit, most, maxGrowth }] of measured) {
    const first = empty.get(what)
    const ratio = first ? figure / first.figure : Number.NaN
    const beside = measured === empty ? '' : `, ${round(ratio)} times that of the first`
    if (most === undefined) note(what, `${round(figure)} ${unit}${beside}`)
    else check(what + beside, figure, { most }, unit)
    if (maxGrowth !== undefined && measured !== empty) check(`${what}: growth`, ratio, { most: maxGrowth }, 'times')
  }
}

async function measure(size: number): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>()
  const { server, bare, newest, close } = await openPractice(size)
  try {
    const line = openConnection(bare.url)
    const supervisors: Till[] = []
    for (let index = 0; index < SUPERVISORS; index += 1)
      supervisors.push(await openTill(server.url, 'supervisor', index))
    const cashiers: Till[] = []
    for (let index = 0; index < TILLS; index += 1) cashiers.push(await openTill(server.url, 'cashier', index))
    const [supervisor, cashier] = [supervisors[0], cashiers[0]]
    if (!supervisor || !cashier || !newest) throw new Error('nobody is there to ask')

    for (const [what, path, askers] of listsOf(newest)) {
      const by = askers === 'cashier' ? cashiers : supervisors
      const readOften = async (times: number) => {
        for (let count = 0; count < times; count += 1) await read(by[count % by.length] ?? supervisor, path)
      }
      // The first requests run code that has never run before.
      await readOften(WARM_UP_READS)
      await server.metrics()
      await readOften(reads)
      const { cpuMs, loopMs } = await server.metrics()
      const bound = what.startsWith('first page') ? { most: 4 } : {}
      measured.set(what, { figure: cpuMs / reads, unit: 'ms of processor', ...bound })
      measured.set(`${what}: event loop held`, { figure: loopMs, unit: 'ms', most: 20 })
    }
    const steps = async (name: string) => {
      const added = await measureAdded(
        () => passOn(line),
        () => sell(cashier),
        2 * seconds,
      )
      const delay = { unit: 'ms', maxGrowth: MAX_GROWTH }
      measured.set(`added to a step at 5 sales a second, median${name}`, { figure: added(0.5), ...delay })
      measured.set(`the same at the 95th percentile${name}`, { figure: added(0.95), unit: 'ms' })
      const rate = await measureSales(server, cashiers, seconds)
      measured.set(`processor time of a step, 16 tills${name}`, { figure: rate.cpuMs, unit: 'ms' })
      measured.set(`event loop held while they sell${name}`, { figure: rate.loopMs, unit: 'ms', most: 20 })
    }
    await steps('')
    const limits = { currency: 'AED', perSale: '1000', perHour: '900000000', perDay: '900000000', perNumber: '9000' }
    const { status, text } = await supervisor.ask('PUT', '/api/settings', { idleMinutes: 60, limits })
    if (status !== 200) throw new Error(`limits were not set: ${text}`)
    await steps(', with limits of the shop')
    for (const each of [line, ...supervisors, ...cashiers]) await each.close()
  } finally {
    await close()
  }
  return measured
}

async function read(till: Till, path: string) {
  const { status, text } = await till.ask('GET', path, undefined, { 'accept-encoding': 'br' })
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
}

function listsOf({
  account,
  id,
  transactionId,
  cashierId,
}: NamedSale): (readonly [what: string, path: string, by?: 'cashier'])[] {
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10)
  return [
    ['first page of Sales', '/api/sales'],
    ['first page of Sales of a cashier', '/api/sales', 'cashier'],
    ['Sales of yesterday', `/api/sales?day=${yesterday}`],
    ['Sales by group: sold', '/api/sales?group=sold'],
    ['Sales by group: not sold', '/api/sales?group=not-sold'],
    ['Sales by group: unknown', '/api/sales?group=unknown'],
    ['Sales that are open', '/api/sales?group=open'],
    ['Sales by cashier', `/api/sales?cashier=${cashierId}`],
    ['Sales by service', '/api/sales?service=service-7'],
    ['open items', '/api/sales?group=open-items'],
    ['search by number', '/api/sales?q=%231'],
    ['search by a part of an account', `/api/sales?q=${account.slice(1)}`],
    ['search by a part of an account, of a cashier', `/api/sales?q=${account.slice(1)}`, 'cashier'],
    ['search by id', `/api/sales?q=${id}`],
    ['search by the wholesaler’s id', `/api/sales?q=${transactionId}`],
    ['status', '/api/status'],
    ['wallet', '/api/wallet'],
    ['people, what they sold and used of their limits', '/api/staff'],
    ['metrics', '/metrics'],
  ]
}
