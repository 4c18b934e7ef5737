import { describe, expect, it, onTestFinished } from 'vitest'

import type { PrintBody, PrintResult } from '#contract/proxy/printing.ts'
import { createPrinterGuard } from '#proxy/address-guard.ts'
import { RequestRefused } from '#proxy/failures.ts'
import { createPrinters } from '#proxy/printers/printers.ts'
import { readAnswers } from '#receipt-printer/paper-status.ts'
import { aPrinter, type Trouble } from '../../support/a-printer.ts'

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
/** More than a printer takes at once: what it has not read yet is in the network when it hangs up. */
const LONG: PrintBody = {
  ...RECEIPT,
  document: {
    lines: [
      ...RECEIPT.document.lines,
      ...Array.from({ length: 4 }, () => ({
        kind: 'picture' as const,
        align: 'start' as const,
        width: 576,
        height: 1_000,
        dots: Buffer.alloc((576 * 1_000) / 8).toString('base64'),
      })),
    ],
  },
}
/** Longer than a test waits, whatever else the machine does: what ends sooner does not end for want of time. */
const PATIENT = { connectMs: 60_000, takeMs: 60_000, endMs: 60_000 }
/** For a printer that falls silent. */
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

describe.each([true, false])('a printer that tells its status: %s', (tellsStatus) => {
  const unclear = (why: 'busy' | 'lost' | 'no-paper'): PrintResult => ({ kind: 'unclear', why })

  it('prints what it is sent, once, and then it is printed', async () => {
    const { printer, print, begun } = await aShopPrinter({ tellsStatus })
    expect(await print()).toEqual({ kind: 'printed' })
    expect(printer.state.printed).toEqual([expect.stringContaining(CODE)])
    expect(hexOf(printer.state.jobs[0])).not.toContain(DRAWER)
    // It was said before anything left.
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
    'a job that it began is unclear when it $trouble, and is not sent again',
    async ({ trouble, why }) => {
      const times = why === 'busy' ? IMPATIENT : PATIENT
      const { printer, print, begun } = await aShopPrinter({ tellsStatus, times })
      printer.state.trouble = trouble
      expect(await print(LONG)).toEqual(unclear(why))
      expect(begun).toHaveLength(1)
      expect(printer.state.connections).toBe(1)
    },
  )

  it('nothing has left when the job may not begin', async () => {
    const { printer, print } = await aShopPrinter({ tellsStatus })
    const refusal = new RequestRefused(409, 'wrong-state', 'It was handed over meanwhile.')
    await expect(print(RECEIPT, () => Promise.reject(refusal))).rejects.toBe(refusal)
    expect(await print()).toEqual({ kind: 'printed' })
    expect(printer.state.printed).toHaveLength(1)
  })

  it('two jobs come out one after the other', async () => {
    const { printer, print } = await aShopPrinter({ tellsStatus })
    expect(await Promise.all([print(), print()])).toEqual([{ kind: 'printed' }, { kind: 'printed' }])
    expect(printer.state.printed).toEqual([expect.stringContaining(CODE), expect.stringContaining(CODE)])
  })
})

describe('a roll that ends', () => {
  it('before the job: nothing is sent, and it has not begun', async () => {
    const { printer, print, begun } = await aShopPrinter()
    printer.state.trouble = 'no paper'
    expect(await print()).toEqual({ kind: 'not-printed', why: 'no-paper' })
    expect(begun).toEqual([])
    expect(printer.state.printed).toEqual([])
  })

  it('in the middle of the job: it is unclear', async () => {
    const { printer, print } = await aShopPrinter()
    printer.state.trouble = 'runs out'
    expect(await print()).toEqual({ kind: 'unclear', why: 'no-paper' })
    expect(printer.state.connections).toBe(1)
  })
})

describe('what a printer says by itself', () => {
  it('is no answer about the paper', async () => {
    const { printer, print } = await aShopPrinter()
    printer.state.trouble = 'talks'
    expect(await print()).toEqual({ kind: 'unclear', why: 'no-paper' })
  })

  it('is left out also when it comes in pieces', () => {
    const answersIn = readAnswers()
    expect(
      [
        [0x12, 0x10],
        [0x00, 0x00],
        [0x00, 0x0c],
      ].map(answersIn),
    ).toEqual([[0x12], [], [0x0c]])
  })
})

describe('a printer that says bytes without end', () => {
  it('before the job: nothing is sent, and it has not begun', async () => {
    const { printer, print, begun } = await aShopPrinter()
    printer.state.trouble = 'floods'
    expect(await print()).toMatchObject({ kind: 'not-printed' })
    expect([begun, printer.state.printed]).toEqual([[], []])
    await expect.poll(printer.open).toBe(0)
  })

  it.each([true, false])('in the middle of the job: it is unclear (tells its status: %s)', async (tellsStatus) => {
    const { printer, print, begun } = await aShopPrinter({ tellsStatus })
    printer.state.trouble = 'floods later'
    expect(await print()).toEqual({ kind: 'unclear', why: 'lost' })
    expect(begun).toHaveLength(1)
    await expect.poll(printer.open).toBe(0)
  })

  it('after it has said that it printed: it is printed, and nobody listens any more', async () => {
    const { printer, print } = await aShopPrinter()
    printer.state.trouble = 'floods in the end'
    expect(await print()).toEqual({ kind: 'printed' })
    await expect.poll(printer.open).toBe(0)
  })
})

describe('a printer that cannot be reached', () => {
  it('is busy when it takes no connection, and the job has not begun', async () => {
    const { printer, print, begun } = await aShopPrinter()
    printer.close()
    expect(await print()).toEqual({ kind: 'not-printed', why: 'busy' })
    expect(begun).toEqual([])
  })
})
