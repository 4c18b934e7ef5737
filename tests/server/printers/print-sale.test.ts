import { describe, expect, it } from 'vitest'

import type { Person } from '#domain/person.ts'
import type { SaleDocument } from '#domain/printer-connection.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { settle } from '../../support/a-journal.ts'
import { createLatch } from '../../support/latch.ts'
import { aMoneyPath, cashier, otherCashier, sellerOf, supervisor, type MoneyPath } from '../../support/money-path.ts'
import { aSaleId, succeededSale, deliveredVoucher, MINUTE, pendingSale, readyVoucher } from '../../support/sales.ts'

type Outcome = { kind: 'printed' | 'not-printed' | 'unclear' }

const ID = aSaleId()
const COUNTER = { paper: 'receipt', printer: 'Counter' } as const

const on = (sale: SaleRecord) => aMoneyPath({ sale })
const eventsOf = async (path: MoneyPath) => (await path.store.events(ID)).map(({ kind }) => kind)

/** Prints at a printer that has this outcome, and records what is in the database when the first byte is sent. */
async function print(path: MoneyPath, kind: Outcome['kind'], who: Person = cashier, paper: SaleDocument = 'receipt') {
  const seen: (SaleRecord | undefined)[] = []
  const printed = await path.sales.print(ID, { ...COUNTER, paper }, sellerOf(who), async (begin) => {
    if (kind !== 'not-printed') await begin()
    seen.push(await path.read())
    return { kind }
  })
  return { ...printed, seen: seen[0] }
}

const answer = (path: MoneyPath, isOnPaper: boolean, who: Person = cashier) =>
  path.sales.answerPrint(ID, isOnPaper, sellerOf(who))

describe('the code of a sale at a network printer', () => {
  it('a print of a code is recorded before its first byte is sent, and then the delivery', async () => {
    const path = await on(readyVoucher())
    const { seen, sale: after } = await print(path, 'printed')
    expect(seen).toMatchObject({ voucher: 'ready', print: { by: cashier.name, printer: 'Counter' } })
    expect(after).toMatchObject({ voucher: 'delivered', printCount: 1, delivered: { method: 'printed' } })
    expect(after.print).toBeUndefined()
    expect(await eventsOf(path)).toEqual(['print-started', 'delivered'])
  })

  it('a print of a code that sent nothing is forgotten, and the code may be printed again', async () => {
    const path = await on(readyVoucher())
    await print(path, 'not-printed')
    expect(await path.read()).toMatchObject({ voucher: 'ready', printCount: 0 })
    expect((await print(path, 'printed')).sale.voucher).toBe('delivered')
  })

  it('a print of a code with an unclear result leaves it undelivered, and is not repeated before a person has answered', async () => {
    const path = await on(readyVoucher())
    const { sale: after } = await print(path, 'unclear')
    expect(after).toMatchObject({ voucher: 'ready', printCount: 0, print: { isUnclear: true } })
    for (const who of [cashier, supervisor])
      await expect(print(path, 'printed', who)).rejects.toMatchObject({ status: 409 })
    expect(await path.sales.openItems(otherCashier)).toMatchObject([{ id: ID, print: { isUnclear: true } }])

    const answered = await answer(path, false)
    expect(answered.print).toBeUndefined()
    expect(answered.voucher).toBe('ready')
    expect((await print(path, 'printed')).sale).toMatchObject({ voucher: 'delivered', printCount: 1 })
    const kinds = ['print-started', 'print-unclear', 'not-printed', 'print-started', 'delivered']
    expect(await eventsOf(path)).toEqual(kinds)
    expect(path.lines).toMatchObject([{ kind: 'print-answered', detail: { onPaper: false, printer: 'Counter' } }])
  })

  it('a code with an unclear print is delivered once a person has seen it on paper, and one print has one answer', async () => {
    const path = await on(readyVoucher())
    await print(path, 'unclear')
    const answers = await Promise.all([answer(path, true), answer(path, true, supervisor)])
    expect(answers.at(-1)).toMatchObject({ voucher: 'delivered', printCount: 1, delivered: { method: 'printed' } })
    await answer(path, false)
    expect(await path.read()).toMatchObject({ voucher: 'delivered', printCount: 1 })
    expect(path.lines.filter(({ kind }) => kind === 'print-answered')).toHaveLength(1)
  })

  it('a colleague can answer about an unclear print only after taking the sale over', async () => {
    const path = await on(readyVoucher())
    await print(path, 'unclear')
    await expect(answer(path, false, otherCashier)).rejects.toMatchObject({ status: 403 })
    await path.sales.takeOver(ID, sellerOf(otherCashier))
    expect((await answer(path, false, otherCashier)).print).toBeUndefined()
  })

  it('a code that is still being printed can be neither answered about nor printed a second time', async () => {
    const path = await on(readyVoucher())
    await path.sales.print(ID, COUNTER, sellerOf(cashier), async (begin) => {
      await begin()
      await expect(answer(path, false)).rejects.toMatchObject({ status: 409 })
      await expect(print(path, 'printed')).rejects.toMatchObject({ status: 409 })
      return { kind: 'printed' }
    })
    expect(await path.read()).toMatchObject({ printCount: 1, voucher: 'delivered' })
  })

  it('a print of a code that ended with its process is asked about from the next start on', async () => {
    const print = { at: readyVoucher().openedAt, by: cashier.name, printer: 'Counter' }
    const path = await on({ ...readyVoucher(), print })
    await path.sales.recover()
    expect(await path.read()).toMatchObject({ voucher: 'ready', print: { printer: 'Counter', isUnclear: true } })
    expect(await eventsOf(path)).toEqual(['print-unclear'])
    await path.sales.recover()
    expect(await eventsOf(path)).toEqual(['print-unclear'])
  })

  it('an unclear print is still asked about after the code is copied, and answered when the code is handed over', async () => {
    const path = await on(readyVoucher())
    await print(path, 'unclear')
    await path.sales.deliver(ID, 'copied', sellerOf(cashier))
    expect(await path.read()).toMatchObject({ voucher: 'delivered', print: { isUnclear: true } })
    expect(await path.sales.countOpenItems(cashier)).toMatchObject({ openItems: 1, undelivered: 0 })
    await path.sales.deliver(ID, 'given', sellerOf(cashier))
    expect((await path.read())?.print).toBeUndefined()
    expect(await path.sales.countOpenItems(cashier)).toMatchObject({ openItems: 0 })
  })

  it('an unclear print by the till itself is asked about in the same way', async () => {
    const path = await on(readyVoucher())
    await path.sales.reportPrint(ID, 'usb', sellerOf(otherCashier))
    expect((await path.read())?.print).toBeUndefined()
    await path.sales.reportPrint(ID, 'usb', sellerOf(cashier))
    expect(await path.read()).toMatchObject({ voucher: 'ready', print: { way: 'usb', isUnclear: true } })
    await expect(print(path, 'printed')).rejects.toMatchObject({ status: 409 })
    await path.sales.deliver(ID, 'printed', sellerOf(cashier))
    const after = await path.sales.reportPrint(ID, 'usb', sellerOf(cashier))
    expect(after).toMatchObject({ voucher: 'delivered', printCount: 1 })
    expect(after.print).toBeUndefined()
  })

  it('a print of a code that breaks off is asked about, and so is one of a process that no longer leads', async () => {
    const fault = new Error('broken')
    const broken = await on(readyVoucher())
    const printing = broken.sales.print(ID, COUNTER, sellerOf(cashier), async (begin) => {
      await begin()
      throw fault
    })
    await expect(printing).rejects.toBe(fault)
    expect(await broken.read()).toMatchObject({ voucher: 'ready', print: { isUnclear: true } })

    const paused = await aMoneyPath({ sale: readyVoucher(), maySend: () => false })
    let hasLeft = false
    const leaving = paused.sales.print(ID, COUNTER, sellerOf(cashier), async (begin) => {
      await begin()
      hasLeft = true
      return { kind: 'printed' }
    })
    await expect(leaving).rejects.toMatchObject({ status: 503 })
    expect(hasLeft).toBe(false)
    expect(await paused.read()).toMatchObject({ voucher: 'ready', print: { isUnclear: true } })
  })

  it('a colleague who may reveal a code again with a reason cannot report a print of it', async () => {
    const path = await on(readyVoucher())
    const colleague: Person = { ...otherCashier, permissions: ['reveal-again'] }
    await path.sales.reportPrint(ID, 'usb', sellerOf(colleague))
    expect((await path.read())?.print).toBeUndefined()
    await path.sales.reportPrint(ID, 'usb', sellerOf(supervisor))
    expect((await path.read())?.print).toMatchObject({ isUnclear: true })
  })

  it('the drawer opens for the first receipt of a cash sale', async () => {
    const opens = async (sale: SaleRecord) => {
      const path = await on(sale)
      let isFirst: boolean | undefined
      await path.sales.print(ID, COUNTER, sellerOf(supervisor), async (_, isForCash) => {
        isFirst = isForCash
        return { kind: 'not-printed' }
      })
      return isFirst
    }
    expect(await opens(succeededSale())).toBe(true)
    expect(await opens({ ...succeededSale(), paymentMethod: 'card' })).toBe(false)
    expect(await opens({ ...succeededSale(), printCount: 1 })).toBe(false)
  })

  it('a code is not printed for a person who may not hand it over', async () => {
    const path = await on(readyVoucher())
    await expect(print(path, 'printed', otherCashier)).rejects.toMatchObject({ status: 403 })
    const old = deliveredVoucher()
    const later = await on({ ...old, printCount: 1, printedAt: old.delivered?.at ?? 0 })
    await later.pass(10 * MINUTE)
    const noReprint = { ...cashier, permissions: [] }
    await expect(print(later, 'printed', noReprint)).rejects.toMatchObject({ status: 403 })
  })
})

describe('a document without an undelivered code at a network printer', () => {
  it('a printed receipt is counted, and one with an unclear print is in the timeline and may be printed again', async () => {
    const path = await on(succeededSale())
    const unclear = await print(path, 'unclear')
    expect(unclear.seen?.print).toBeUndefined()
    expect(unclear.sale).toMatchObject({ printCount: 0 })
    expect(unclear.sale.print).toBeUndefined()
    const expected = [{ kind: 'print-outcome-unknown', by: cashier.name, reason: 'receipt', note: 'Counter' }]
    expect(await path.store.events(ID)).toMatchObject(expected)
    expect((await print(path, 'printed')).sale.printCount).toBe(1)
    await print(path, 'printed')
    expect(path.lines).toMatchObject([{ kind: 'reprinted', detail: { papers: 2 } }])
    expect(await eventsOf(path)).toEqual(['print-outcome-unknown', 'delivered', 'delivered'])
  })

  it('a copy of a delivered code with an unclear print leaves it delivered', async () => {
    const { delivered, printCount } = deliveredVoucher()
    const path = await on(deliveredVoucher())
    const { sale: after } = await print(path, 'unclear', supervisor)
    expect(after).toMatchObject({ voucher: 'delivered', delivered, printCount })
    expect(await eventsOf(path)).toEqual(['print-outcome-unknown'])
  })

  it('a slip does not change its sale, and is recorded only when its print is unclear', async () => {
    const path = await on(pendingSale())
    const before = await path.read()
    for (const kind of ['not-printed', 'printed'] as const) await print(path, kind, cashier, 'waiting')
    expect(await path.read()).toEqual(before)
    await print(path, 'unclear', cashier, 'waiting')
    expect(await path.read()).toEqual({ ...before, version: (before?.version ?? 0) + 1 })
    expect(await path.store.events(ID)).toMatchObject([{ kind: 'print-outcome-unknown', reason: 'waiting' }])
    await expect(print(path, 'printed')).rejects.toMatchObject({ status: 409 })
  })

  it('a print that breaks off is recorded if it had begun', async () => {
    const fault = new Error('broken')
    for (const paper of ['receipt', 'report'] as const)
      for (const isBegun of [false, true]) {
        const path = await on(succeededSale())
        const printing = path.sales.print(ID, { ...COUNTER, paper }, sellerOf(cashier), async (begin) => {
          if (isBegun) await begin()
          throw fault
        })
        await expect(printing).rejects.toBe(fault)
        expect(await eventsOf(path)).toEqual(isBegun ? ['print-outcome-unknown'] : [])
      }
  })

  it('a document of a colleague’s complete sale cannot be printed by a person who may not see the sale', async () => {
    const path = await on(succeededSale())
    await expect(print(path, 'printed', otherCashier, 'report')).rejects.toMatchObject({ status: 404 })
  })
})

describe('a planned shutdown', () => {
  const mail = (path: MoneyPath, left: Promise<unknown> = Promise.resolve()) =>
    path.sales.mail(ID, 'l…@m….example', sellerOf(cashier), async () => {
      await left
      return { ok: true }
    })

  it('a planned shutdown waits for a receipt that is being emailed, until that is recorded', async () => {
    const path = await on(succeededSale())
    const { opened, open } = createLatch()
    expect(path.sales.hasPrintJobInFlight()).toBe(false)
    const mailing = mail(path, opened)
    expect(path.sales.hasPrintJobInFlight()).toBe(true)
    let hasStopped = false
    const stopping = path.sales.stop().then(() => (hasStopped = true))
    await settle()
    expect(hasStopped).toBe(false)
    open()
    await stopping
    expect(await path.store.events(ID)).toMatchObject([{ kind: 'receipt-mailed', note: 'l…@m….example' }])
    expect(await mailing).toMatchObject({ outcome: { ok: true } })
    expect(path.sales.hasPrintJobInFlight()).toBe(false)
  })

  it('a planned shutdown waits for every document, and lets neither a print nor an email begin', async () => {
    const path = await on(succeededSale())
    const { opened, open } = createLatch()
    const printing = path.sales.print(ID, { ...COUNTER, paper: 'report' }, sellerOf(cashier), async () => {
      await opened
      return { kind: 'printed' }
    })
    expect(path.sales.hasPrintJobInFlight()).toBe(true)
    const stopping = path.sales.stop()
    await expect(async () => mail(path)).rejects.toMatchObject({ status: 503, failure: { code: 'not-ready' } })
    await expect(async () => print(path, 'printed')).rejects.toMatchObject({ status: 503 })
    open()
    await Promise.all([printing, stopping])
    expect(await eventsOf(path)).toEqual([])
  })

  it('an email that was not sent is not recorded', async () => {
    const path = await on(succeededSale())
    const refused = async () => ({ ok: false, problem: 'refused' }) as const
    const { outcome } = await path.sales.mail(ID, 'l…@m….example', sellerOf(cashier), refused)
    expect(outcome).toEqual({ ok: false, problem: 'refused' })
    expect(await eventsOf(path)).toEqual([])
  })
})
