import { setTimeout as elapsed } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { check, note, round } from './support/measure.ts'
import { openBench } from './support/processes.ts'
import { openConnection, openShop, sell, type Till } from './support/tills.ts'

// Whether memory or waiting calls grow in an hour of selling with two processes on PostgreSQL. The benchmark warms up for 20 minutes, because V8's
// lists of compiled code and object shapes grow for about that long.

const PER_SECOND = 5
const TILLS = 50
const SAMPLE_MS = 15_000
/** Reading the heap collects all garbage, so the heap is read only after this many samples. */
const SAMPLES_PER_HEAP = 20
const MB = 1024 * 1024

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, warm: { type: 'string', default: '20' } },
})

const bench = await openBench()
try {
  const shop = await openShop(bench, await bench.openPostgres(), { processes: 2, tills: TILLS })
  const leading = openConnection(shop.leader.url)
  const run = { isOver: false, sold: 0 }
  const selling = keepSelling(shop.tills, run)
  await elapsed(Number(values.warm) * 60_000)
  const samples: Figures[] = []
  const heaps = [await shop.leader.keptHeap()]
  const until = performance.now() + Number(values.minutes) * 60_000
  const begun = run.sold
  while (performance.now() < until) {
    samples.push(await readFigures(leading))
    await elapsed(SAMPLE_MS)
    if (samples.length % SAMPLES_PER_HEAP === 0) heaps.push(await shop.leader.keptHeap())
  }
  const sold = run.sold - begun
  run.isOver = true
  await selling
  note('sales', `${sold} in ${values.minutes} minutes`)
  const points = heaps.map((heap) => round(heap)).join(', ')
  note('heap of the process that sells, all garbage collected, every five minutes', `${points} MB`)
  check('heap: growth in an hour', slopeOf(heaps), { most: 1 }, 'MB')
  const resident = [samples.at(0), samples.at(-1)].map((sample) => round(sample?.resident ?? Number.NaN))
  note('resident memory, at first and at last', `${resident.join(', ')} MB`)
  const waiting = Math.max(...samples.map((sample) => sample.waiting))
  check('calls that wait, at most', waiting, { most: PER_SECOND * 2 }, '')
  await leading.close()
  await shop.close()
} finally {
  await bench.close()
}

/** The tills sell in turn, with this many sales a second in total. */
async function keepSelling(tills: readonly Till[], run: { isOver: boolean; sold: number }) {
  const underWay = new Set()
  for (let turn = 0; !run.isOver; turn += 1) {
    const till = tills[turn % tills.length]
    if (!till) throw new Error('no till is there')
    const sale = sell(till).then(() => {
      run.sold += 1
      underWay.delete(sale)
    })
    underWay.add(sale)
    await elapsed(1000 / PER_SECOND)
  }
  await Promise.all(underWay)
}

type Figures = { resident: number; waiting: number }

async function readFigures(connection: Till): Promise<Figures> {
  const { text } = await connection.ask('GET', '/metrics')
  const valueOf = (name: string) => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`there is no ${name} among the metrics`)
    return Number(found)
  }
  return {
    resident: valueOf('process_resident_memory_bytes') / MB,
    waiting: valueOf('toptill_calls_waiting'),
  }
}

/** The growth per hour, from the best-fitting straight line. */
function slopeOf(values: readonly number[]) {
  const hours = values.map((_, index) => (index * SAMPLES_PER_HEAP * SAMPLE_MS) / 3_600_000)
  const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  const [meanHour, meanValue] = [meanOf(hours), meanOf(values)]
  const spread = hours.reduce((sum, hour) => sum + (hour - meanHour) ** 2, 0)
  if (spread === 0) return 0
  return hours.reduce((sum, hour, index) => sum + (hour - meanHour) * ((values[index] ?? 0) - meanValue), 0) / spread
}
