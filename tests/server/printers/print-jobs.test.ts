import { describe, expect, it, onTestFinished } from 'vitest'

import type { PrintBody, PrintResult } from '#api/printing.ts'
import { createPrinterGuard } from '#server/lib/address-guard.ts'
import { RequestRefused } from '#server/lib/failures.ts'
import { createPrinters } from '#server/printers/printers.ts'
import { aPrinter, type Trouble } from '../../support/a-printer.ts'
import { atLevel } from '../../support/level.ts'

/** @security V15.2.2: A printer that sends data without end is disconnected after 4 KiB. */

const CODE = '7K4P 2M9X QH6T 81WD'
const RECEIPT: PrintBody = {
  document: {
    lines: [
      { kind: 'text', text: 'PIN', align: 'center' },
      { kind: 'text', text: CODE, align: 'center', look: 'code' },
      { kind: 'pair', label: 'Paid', value: 'AED 50.00' },
    ],
  },
  opensDrawer: false,
}
/** More than a printer takes at once: when it closes the connection, what it has not read yet is in the network. */
const DOTS = Buffer.alloc((576 * 1_000) / 8).toString('base64')
const PICTURE = { kind: 'picture', align: 'start', width: 576, height: 1_000, dots: DOTS } as const
const LONG: PrintBody = {
  ...RECEIPT,
  document: { lines: [...RECEIPT.document.lines, ...Array<typeof PICTURE>(4).fill(PICTURE)] },
}
/** Longer than a test waits, whatever the machine does: nothing here ends because of time. */
const PATIENT = { connectMs: 60_000, takeMs: 60_000, endMs: 60_000 }
/** For a printer that stops responding. */
const IMPATIENT = { connectMs: 60_000, takeMs: 300, endMs: 300 }
const DRAWER = '1b 70'

async function aShopPrinter({
  times = PATIENT,
  ...options
}: Parameters<typeof aPrinter>[0] & { times?: typeof PATIENT } = {}) {
  const printer = await aPrinter(options)
  onTestFinished(printer.close)
  const printers = createPrinters({
    printers: () => [{ ...printer.as('p1'), language: options.tellsStatus === false ? 'star-prnt' : 'esc-pos' }],
    guard: createPrinterGuard({ allowsLoopback: true }),
    allowsLoopback: true,
    times,
  })
  const begun: number[] = []
  const print = (job = RECEIPT, begin = async () => void begun.push(printer.state.jobs.length)) =>
    printers.print('p1', job, begin)
  return { printer, print, begun }
}

const hexOf = (job: readonly number[] | undefined) =>
  (job ?? []).map((byte) => byte.toString(16).padStart(2, '0')).join(' ')

describe.each([true, false])('a printer that reports its status: %s', (tellsStatus) => {
  const unclear = (why: 'busy' | 'lost' | 'no-paper'): PrintResult => ({ kind: 'unclear', why })

  it('a network printer prints a job once and reports it as printed', async () => {
    const { printer, print, begun } = await aShopPrinter({ tellsStatus })
    expect(await print()).toEqual({ kind: 'printed' })
    expect(printer.state.printed).toEqual([expect.stringContaining(CODE)])
    expect(hexOf(printer.state.jobs[0])).not.toContain(DRAWER)
    // The job's beginning was reported before anything was sent.
    expect(begun).toEqual([0])
    expect(await print({ ...RECEIPT, opensDrawer: true })).toEqual({ kind: 'printed' })
    expect(hexOf(printer.state.jobs[1])).toContain(tellsStatus ? DRAWER : '07')
    expect(printer.state.connections).toBe(2)
  })

  it.each([
    { trouble: 'jams', why: 'busy' },
    { trouble: 'hangs', why: 'busy' },
    { trouble: 'closes', why: 'lost' },
    { trouble: 'resets', why: 'lost' },
  ] as { trouble: Trouble; why: 'busy' | 'lost' }[])(
    'a job is unclear when the network printer began it and then $trouble, and is not sent again',
    async ({ trouble, why }) => {
      const times = why === 'busy' ? IMPATIENT : PATIENT
      const { printer, print, begun } = await aShopPrinter({ tellsStatus, times })
      printer.state.trouble = trouble
      expect(await print(LONG)).toEqual(unclear(why))
      expect(begun).toHaveLength(1)
      expect(printer.state.connections).toBe(1)
    },
  )

  it('a job that may not begin sends nothing to the network printer', async () => {
    const { printer, print } = await aShopPrinter({ tellsStatus })
    const refusal = new RequestRefused(409, 'wrong-state', 'It was handed over meanwhile.')
    await expect(print(RECEIPT, () => Promise.reject(refusal))).rejects.toBe(refusal)
    expect(await print()).toEqual({ kind: 'printed' })
    expect(printer.state.printed).toHaveLength(1)
  })

  it('a network printer prints two jobs one after the other', async () => {
    const { printer, print } = await aShopPrinter({ tellsStatus })
    expect(await Promise.all([print(), print()])).toEqual([{ kind: 'printed' }, { kind: 'printed' }])
    expect(printer.state.printed).toEqual([expect.stringContaining(CODE), expect.stringContaining(CODE)])
  })
})

it.each([
  { trouble: 'no paper', result: { kind: 'not-printed', why: 'no-paper' } },
  { trouble: 'runs out', result: { kind: 'unclear', why: 'no-paper' } },
  // What the printer sends unasked is not an answer about the paper.
  { trouble: 'talks', result: { kind: 'unclear', why: 'no-paper' } },
  { trouble: 'floods', result: { kind: 'not-printed' } },
  { trouble: 'floods later', result: { kind: 'unclear', why: 'lost' } },
  { trouble: 'floods later', tellsStatus: false, result: { kind: 'unclear', why: 'lost' } },
  // It reported the print before it floods.
  { trouble: 'floods in the end', result: { kind: 'printed' } },
] as { trouble: Trouble; tellsStatus?: boolean; result: PrintResult }[])(
  'a job at a printer with the trouble "$trouble" is $result, has begun unless it is not printed, and its connection is closed',
  async ({ trouble, tellsStatus = true, result }) => {
    const { printer, print, begun } = await aShopPrinter({ tellsStatus })
    printer.state.trouble = trouble
    expect(await print()).toMatchObject(result)
    expect(begun).toHaveLength(result.kind === 'not-printed' ? 0 : 1)
    if (result.kind === 'not-printed') expect(printer.state.printed).toEqual([])
    expect(printer.state.connections).toBe(1)
    await expect.poll(printer.open).toBe(0)
  },
)

it('a job is unclear, and the printer not busy, when it answers the first paper status and not the one after the job', async () => {
  const { printer, print } = await aShopPrinter({ times: IMPATIENT })
  printer.state.trouble = 'tells no end'
  expect(await print()).toEqual({ kind: 'unclear', why: 'not-reported' })
  expect(printer.state.printed).toEqual([expect.stringContaining(CODE)])
})

it.each(
  [
    { what: 'zeros', noise: [0x00] },
    { what: 'ones', noise: [0xff, 0xff] },
    { what: 'an echo', noise: [0x1d, 0x61, 0x00, 0x10, 0x04, 0x04] },
    { what: 'the status of a Star printer that has no paper', noise: [0x23, 0x06, 0x08, 0, 0, 0x0c, 0, 0, 0] },
  ].slice(-atLevel(1, 4)),
)('a network printer that answers with $what counts as one without a status, and prints', async ({ noise }) => {
  const { printer, print, begun } = await aShopPrinter({ noise })
  expect(await print()).toEqual({ kind: 'printed' })
  expect(begun).toEqual([0])
  expect(printer.state.printed).toEqual([expect.stringContaining(CODE)])
})

it('a network printer that accepts no connection is busy, and the job has not begun', async () => {
  const { printer, print, begun } = await aShopPrinter()
  printer.close()
  expect(await print()).toEqual({ kind: 'not-printed', why: 'busy' })
  expect(begun).toEqual([])
})
