import { beforeAll, describe, expect, it } from 'vitest'

import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { atLevel } from '../support/level.ts'
import type { Line } from './a-copy.ts'
import { aSoundShop, BATCH, copyOf, type SoundCopy, type SoundShop } from './a-sound-shop.ts'

let sound: SoundShop
beforeAll(async () => {
  sound = await aSoundShop()
})

/** Changes a copy of the shop, and returns the number of the sale that `says` names as `#`. */
type Tamper = { what: string; tamper: (copy: SoundCopy) => number | string | void; says: string }

describe('what reconcile finds', () => {
  const debits: Tamper[] = [
    {
      what: 'a second debit',
      tamper: (copy) => (copy.addDebit(copy.sold().id, 'aaa-bbb'), copy.sold().number),
      says: 'sale # was debited 2 times',
    },
    {
      what: 'a transaction debited again',
      tamper: (copy) => copy.addDebit(copy.sold().id, copy.sold().record.transactionId),
      says: 'was debited twice',
    },
    {
      what: 'a success without a debit',
      tamper: (copy) => {
        const { id, number } = copy.sold()
        copy.editLines(({ debit, ...line }) =>
          debit?.externalTransactionId === id ? line : ({ debit, ...line } as Line),
        )
        return number
      },
      says: 'sale # is succeeded without a debit',
    },
    ...(['failed', 'refused', 'abandoned', 'checked'] as const).map((state) => ({
      what: `a debit of a sale that is ${state}`,
      tamper: (copy: SoundCopy) => (copy.addDebit(copy.saleOf(state).id, 'aaa-bbb'), copy.saleOf(state).number),
      says: `sale # is ${state}, and the service debited 1.00`,
    })),
    {
      what: 'a debit of no sale',
      tamper: (copy) => copy.addDebit('01J0000000000000000000000X', 'aaa-bbb'),
      says: 'for transaction aaa-bbb (our id: 01J0000000000000000000000X), and no sale has it',
    },
    {
      what: 'a debit without our id',
      tamper: (copy) => copy.addDebit(undefined, 'aaa-bbb'),
      says: 'for transaction aaa-bbb (our id: none), and no sale has it',
    },
    ...(['amount', 'account', 'serviceId'] as const).map((field) => ({
      what: `a debit of another ${field}`,
      tamper: (copy: SoundCopy) => {
        const { id, number } = copy.sold()
        copy.editLines((line) =>
          line.debit?.externalTransactionId === id ? { ...line, debit: { ...line.debit, [field]: '7.00' } } : line,
        )
        return number
      },
      says: field === 'amount' ? 'and the service executed 7.00 of' : 'and the service executed 25.00 of',
    })),
    {
      what: 'a transaction of two sales',
      tamper: (copy) => {
        const { record } = copy.sold()
        copy.editRecord(copy.saleOf('failed'), { transactionId: record.transactionId })
      },
      says: 'belongs to 2 sales',
    },
    {
      what: 'a transaction the service does not know',
      tamper: (copy) => (copy.editRecord(copy.sold(), { transactionId: 'zzz' }), copy.sold().number),
      says: 'sale # names transaction zzz, and the service knows it as',
    },
  ]

  const confirms: Tamper[] = [
    {
      what: 'a confirm without an approval',
      tamper: (copy) => {
        const { id, number } = copy.sold()
        copy.sql("DELETE FROM sale_events WHERE kind = 'approved' AND sale_id = ?", id)
        return number
      },
      says: 'a confirm of sale # reached the service without an approval in the journal before it',
    },
    {
      what: 'a confirm before its approval',
      tamper: (copy) => {
        const { id, number } = copy.sold()
        copy.sql("UPDATE sale_events SET at = at + 5000 WHERE kind = 'approved' AND sale_id = ?", id)
        return number
      },
      says: 'a confirm of sale # reached the service without an approval in the journal before it',
    },
    {
      what: 'two confirms on one approval',
      tamper: (copy) => (copy.addConfirm(copy.sold().id), copy.sold().number),
      says: 'sale # was confirmed twice on one approval',
    },
    {
      what: 'a confirm of a settled sale',
      tamper: (copy) => (copy.addConfirm(copy.sold().id, 5_000), copy.sold().number),
      says: 'sale # was confirmed after it was settled ("final")',
    },
    {
      what: 'a confirm of a sale given up',
      tamper: (copy) => (copy.addConfirm(copy.abandoned().id, 5_000), copy.abandoned().number),
      says: 'sale # was confirmed after it was settled ("abandoned")',
    },
    {
      what: 'an approval by nobody',
      tamper: (copy) => {
        const { id, number } = copy.sold()
        copy.sql("UPDATE sale_events SET detail = '{}' WHERE kind = 'approved' AND sale_id = ?", id)
        return number
      },
      says: 'sale # was approved by nobody',
    },
    {
      what: 'a record that forgot who approved',
      tamper: (copy) => (copy.editRecord(copy.sold(), { approval: undefined }), copy.sold().number),
      says: 'sale # does not say who approved it',
    },
    {
      what: 'a check before the sale was written',
      tamper: (copy) => {
        const sale = copy.sold()
        copy.editRecord(sale, { openedAt: Number(sale.record.openedAt) + 5_000 })
        return sale.number
      },
      says: 'the check of sale # reached the service before the sale was opened',
    },
    ...['check', 'confirm', 'find'].map((step) => ({
      what: `a ${step} of no sale`,
      tamper: (copy: SoundCopy) =>
        copy.addLine({
          key: String(copy.lastKey() + 1n),
          request: { path: `/transaction/${step}`, at: 0, externalId: '01J0000000000000000000000X' },
        }),
      says: `a /transaction/${step} for 01J0000000000000000000000X reached the service, and no sale has that id`,
    })),
  ]

  const proofs: Tamper[] = [
    {
      what: 'one find where two are asked for',
      tamper: (copy) => {
        const { id, number } = copy.abandoned()
        copy.sql(
          "DELETE FROM sale_events WHERE id = (SELECT min(id) FROM sale_events WHERE kind = 'still-reserved' AND sale_id = ?)",
          id,
        )
        return number
      },
      says: 'sale # was called not executed after 1 answered finds instead of two',
    },
    {
      what: 'two finds without a pause',
      tamper: (copy) => {
        const { id, number } = copy.abandoned()
        let first: number | undefined
        copy.editLines((line) => {
          if (line.request?.externalId !== id || !line.request.path.endsWith('/find')) return line
          first ??= line.request.at
          return { ...line, request: { ...line.request, at: first } }
        })
        return number
      },
      says: 'sale # was called not executed after a pause of 0 s between two finds instead of 0.2 s',
    },
    {
      what: 'finds that never reached the service',
      tamper: (copy) => {
        const { id, number } = copy.abandoned()
        copy.editLines((line) =>
          line.request?.externalId === id && line.request.path.endsWith('/find') ? undefined : line,
        )
        return number
      },
      says: 'sale # was called not executed after 0 finds that reached the service instead of two',
    },
    {
      what: 'a proof nobody asked for',
      tamper: (copy) => {
        const { id, number } = copy.abandoned()
        copy.sql("DELETE FROM sale_events WHERE kind = 'approved' AND sale_id = ?", id)
        return number
      },
      says: 'sale # was called not executed and nobody had approved it',
    },
    {
      what: 'finds of before a restart counted in',
      tamper: (copy) => {
        const { id, number } = copy.abandoned()
        copy.insertBefore('not-executed', id, 'restarted')
        return number
      },
      says: 'sale # was called not executed after 0 answered finds instead of two',
    },
    {
      what: 'an execution before it was called not executed',
      tamper: (copy) => {
        const { id, number } = copy.abandoned()
        copy.editLines((line) =>
          line.transaction?.externalId === id
            ? { ...line, transaction: { ...line.transaction, step: 'confirmed' } }
            : line,
        )
        return number
      },
      says: 'sale # was called not executed when the service had executed it',
    },
  ]

  const steps: Tamper[] = [
    {
      what: 'an approval of a settled sale',
      tamper: (copy) => (copy.addEvent(copy.sold(), 'approved', { by: 'Amal' }), copy.sold().number),
      says: 'sale # fell: "approved" came when it was succeeded',
    },
    {
      what: 'a settled sale that waits again',
      tamper: (copy) => (copy.addEvent(copy.sold(), 'pending', { state: 0 }), copy.sold().number),
      says: 'sale # fell: "pending" came when it was succeeded',
    },
    {
      what: 'a sale settled twice',
      tamper: (copy) => (copy.addEvent(copy.sold(), 'final', { state: 2 }), copy.sold().number),
      says: 'sale # fell: "final" came when it was succeeded',
    },
    {
      what: 'a sale that is not executed after it moved',
      tamper: (copy) => {
        const sale = copy.saleOf('succeeded', recipients.succeedsAfterTwoFinds)
        copy.sql("UPDATE sale_events SET kind = 'not-executed' WHERE kind = 'final' AND sale_id = ?", sale.id)
        return sale.number
      },
      says: 'sale # went astray: "not-executed" came when it was pending',
    },
    {
      what: 'an approval of a sale that had moved before',
      tamper: (copy) => {
        const { id, number } = copy.sold()
        copy.insertBefore('checked', id, 'started-without-confirm')
        return number
      },
      says: 'sale # fell: "approved" came after the service had said that it moved',
    },
    {
      what: 'a state nothing led to',
      tamper: (copy) => {
        const sale = copy.saleOf('failed')
        copy.editRecord(sale, { state: 'cancelled' })
        return sale.number
      },
      says: 'sale # is cancelled in the journal, and what happened to it ends in failed',
    },
    {
      what: 'a settling by a state that is not final',
      tamper: (copy) => {
        const { id, number } = copy.sold()
        copy.sql("UPDATE sale_events SET detail = '{\"state\":0}' WHERE kind = 'final' AND sale_id = ?", id)
        return number
      },
      says: 'sale # settled by state 0, which is not final',
    },
    {
      what: 'a column that says something else',
      tamper: (copy) => (
        copy.sql("UPDATE sales SET account = '971500000099' WHERE number = ?", copy.sold().number),
        copy.sold().number
      ),
      says: 'sale # has two answers for account: 971500000099 and 971500000001',
    },
    {
      what: 'a sale without its opening',
      tamper: (copy) => {
        const { id, number } = copy.sold()
        copy.sql("DELETE FROM sale_events WHERE kind = 'opened' AND sale_id = ?", id)
        return number
      },
      says: 'sale # does not begin with its opening',
    },
    {
      what: 'an unsettled sale with no next step',
      tamper: (copy) => {
        const sale = copy.saleOf('checked')
        copy.editRecord(sale, { next: undefined })
        return sale.number
      },
      says: 'sale # is checked, with no next step and nobody to decide',
    },
    {
      what: 'a next step that never comes',
      tamper: (copy) => {
        const sale = copy.saleOf('checked')
        copy.editRecord(sale, { next: { kind: 'expire', at: Number(sale.record.openedAt) + 3 * 86_400_000 } })
        return sale.number
      },
      says: 'sale # is checked, and its next step is more than a day away',
    },
  ]

  const keys: Tamper[] = [
    {
      what: 'a key that falls',
      tamper: (copy) => copy.addLine({ key: '5', request: { path: '/balance', at: 0 } }),
      says: 'key 5 of /balance was accepted after a key that is not smaller',
    },
    {
      what: 'a key used again, though it was refused',
      tamper: (copy) => {
        const key = String(copy.lastKey())
        copy.addLine({ request: { path: '/balance', at: 0, staleKey: key } })
      },
      says: 'was used 2 times',
    },
    {
      what: 'a key above the mark',
      tamper: (copy) => copy.addLine({ key: '99999999999999', request: { path: '/balance', at: 0 } }),
      says: "key 99999999999999 of /balance lies above the journal's mark",
    },
  ]

  const wallet: Tamper[] = [
    {
      what: 'a wallet that pays more than it books',
      tamper: (copy) =>
        copy.editLines((line) => (line.debit ? { ...line, debit: { ...line.debit, balance: '0.01' } } : line)),
      says: "the ledger's wallet holds 0.01 after the debit of",
    },
    {
      what: 'a cost other than what was paid',
      tamper: (copy) => copy.editRecord(copy.sold(), { cost: { amount: '30.00', currency: 'AED' } }),
      says: 'by the journal it is from',
    },
  ]

  const ofLimits: Tamper[] = [
    {
      what: 'a sale that counts for nobody',
      tamper: (copy) => (copy.useLimits(copy.sold(), null), copy.sold().number),
      says: 'sale # uses the limits of nobody instead of ',
    },
    {
      what: 'a sale that counts for somebody else',
      tamper: (copy) => (copy.useLimits(copy.sold(), 'another'), copy.sold().number),
      says: 'sale # uses the limits of another instead of ',
    },
    {
      what: 'a sale that failed and still counts',
      tamper: (copy) => (copy.useLimits(copy.saleOf('failed'), 'another'), copy.saleOf('failed').number),
      says: 'sale # uses the limits of another instead of nobody',
    },
    {
      what: 'limits used by less than was sold',
      tamper: (copy) => copy.sql('UPDATE limit_totals SET whole = whole - 1').length || undefined,
      says: 'the total of the limits of ',
    },
    {
      what: 'a sale that is counted as another',
      tamper: (copy) => (copy.countAs(copy.sold(), 'not-sold', 1), copy.sold().number),
      says: 'sale # is counted as something else than it is',
    },
    {
      what: 'a total that lost a sale',
      tamper: (copy) => copy.sql("UPDATE sale_totals SET count = count - 1 WHERE sale_group = 'sold'").length + 1,
      says: 'and the sales are ',
    },
    {
      what: 'a total by a millionth too high',
      tamper: (copy) => copy.sql('UPDATE sale_totals SET millionths = millionths + 1').length + 1,
      says: '000001 millionths, ',
    },
    {
      what: 'a total of a product whose cost is too high',
      tamper: (copy) => copy.sql('UPDATE product_totals SET cost_millionths = cost_millionths + 1').length + 1,
      says: 'the total in product_totals of ',
    },
    {
      what: 'a total of a service that lost a sale',
      tamper: (copy) => copy.sql("UPDATE service_totals SET count = count - 1 WHERE sale_group = 'sold'").length + 1,
      says: 'the total in service_totals of ',
    },
    {
      what: 'a total of an hour that lost a sale',
      tamper: (copy) => copy.sql("UPDATE quarter_totals SET count = count - 1 WHERE sale_group = 'sold'").length + 1,
      says: 'the total in quarter_totals of ',
    },
    {
      what: 'a loss that is none',
      tamper: (copy) => (copy.sql("UPDATE sales SET loss = 'refunded' WHERE is_open = 0"), copy.sold().number),
      says: 'sale # is counted as something else than it is',
    },
    {
      what: 'a sum of the wallet that lost some of what was charged',
      tamper: (copy) => copy.sql('UPDATE wallet_charges SET certain_whole = certain_whole - 1').length + 1,
      says: 'what the wallet was certainly charged in AED says ',
    },
    {
      what: 'a sum of the wallet of what may have been charged',
      tamper: (copy) => copy.sql('UPDATE wallet_charges SET added_millionths = added_millionths + 1').length + 1,
      says: 'what the wallet may have been charged in AED says 1 millionths',
    },
    {
      what: 'a quarter of an hour that cost more than its sales',
      tamper: (copy) => copy.sql('UPDATE cost_quarters SET millionths = millionths + 1').length + 1,
      says: 'the cost of the quarter of an hour ',
    },
    {
      what: 'a fit of costs that is counted twice',
      tamper: (copy) => copy.sql('UPDATE cost_fits SET count = count + 1').length + 1,
      says: 'the fit of costs ',
    },
    {
      what: 'a sale whose charge is not what became of it',
      tamper: (copy) => (
        copy.sql("UPDATE sales SET charge = 'certain' WHERE state = 'failed'"),
        copy.saleOf('failed').number
      ),
      says: 'sale # is charged as certain to the wallet',
    },
    {
      what: 'a state that is counted wrong',
      tamper: (copy) => copy.sql("UPDATE state_totals SET count = count + 1 WHERE state = 'succeeded'").length + 1,
      says: 'the total of the state succeeded says ',
    },
    {
      what: 'a sale of a day that ends before it',
      tamper: (copy) => (copy.sql('UPDATE sale_days SET to_at = from_at + 1'), copy.sold().number),
      says: 'sale # is in no day of the totals, or in two',
    },
    {
      what: 'an approver who sold it',
      tamper: (copy) => {
        const approval = copy.sold().record.approval as { by: object }
        copy.editRecord(copy.sold(), { approval: { ...approval, approver: approval.by } })
        return copy.sold().number
      },
      says: 'sale # was let go by who sold it',
    },
    {
      what: 'an approver nobody was told of',
      tamper: (copy) => {
        const approval = copy.sold().record.approval as object
        copy.editRecord(copy.sold(), { approval: { ...approval, approver: { id: 'h', name: 'Hamad Saleh' } } })
        return copy.sold().number
      },
      says: 'sale # was let go by Hamad Saleh, and no event says so',
    },
  ]
  const ofVouchers: Tamper[] = [
    {
      what: 'a code that nobody asks for',
      tamper: (copy) => (copy.editRecord(copy.codeComing(), { next: undefined }), copy.codeComing().number),
      says: 'sale # is succeeded, its code is coming, and nobody asks for it',
    },
    {
      what: 'a closed sale whose code is not asked for any more',
      tamper: (copy) => {
        const sale = copy.codeComing()
        copy.editRecord(sale, { resolution: { outcome: 'sold', at: 0 }, dailyFinds: 29, next: undefined })
        return sale.number
      },
      says: 'sale # is succeeded, its code is coming, and nobody asks for it',
    },
    {
      what: 'a voucher that does not say where its code is',
      tamper: (copy) => {
        const sale = copy.delivered()
        copy.editRecord(sale, { voucher: undefined })
        return sale.number
      },
      says: 'sale # is a voucher that was sold, and does not say where its code is',
    },
    {
      what: 'a recharge with a code',
      tamper: (copy) => (copy.editRecord(copy.sold(), { voucher: 'ready' }), copy.sold().number),
      says: 'sale # is no voucher that was sold, and its code is ready',
    },
    {
      what: 'a code that is there and never came',
      tamper: (copy) => (copy.editRecord(copy.codeComing(), { voucher: 'ready' }), copy.codeComing().number),
      says: 'sale # had no code when it was sold, none came, and its code is ready',
    },
    {
      what: 'a code that came and is still to come',
      tamper: (copy) => (copy.editRecord(copy.codeCame(), { voucher: 'coming' }), copy.codeCame().number),
      says: 'sale # had its code, and its code is coming',
    },
    {
      what: 'a hand-over without an event',
      tamper: (copy) => {
        const { id, number } = copy.delivered()
        copy.sql("DELETE FROM sale_events WHERE kind = 'delivered' AND sale_id = ?", id)
        return number
      },
      says: 'sale # has two answers for whether its code was handed over',
    },
    {
      what: 'a hand-over the record forgot',
      tamper: (copy) => {
        const sale = copy.delivered()
        copy.editRecord(sale, { voucher: 'ready' })
        return sale.number
      },
      says: 'sale # has two answers for whether its code was handed over',
    },
    {
      what: 'a hand-over of what is not sold',
      tamper: (copy) => (copy.addEvent(copy.saleOf('failed'), 'delivered'), copy.saleOf('failed').number),
      says: 'sale # fell: "delivered" came when it was failed',
    },
    {
      what: 'a showing that was not counted',
      tamper: (copy) => (
        copy.addEvent(copy.codeCame(), 'code-revealed', { by: 'Amal Rahman' }),
        copy.codeCame().number
      ),
      says: 'the code of sale # was shown 1 times, and it counts 0',
    },
    {
      what: 'a showing without an event',
      tamper: (copy) => (copy.editRecord(copy.delivered(), { revealCount: 4 }), copy.delivered().number),
      says: 'the code of sale # was shown 1 times, and it counts 4',
    },
    {
      what: 'a showing to a colleague',
      tamper: (copy) => (
        copy.addEvent(copy.codeCame(), 'code-revealed', { by: 'Joseph Mathew' }),
        copy.codeCame().number
      ),
      says: 'the code of sale # was shown to Joseph Mathew without a reason',
    },
    {
      what: 'a showing long after the hand-over',
      tamper: (copy) => {
        const { id, number } = copy.delivered()
        copy.addEvent(copy.delivered(), 'code-revealed', { by: 'Amal Rahman' })
        copy.sql(
          'UPDATE sale_events SET at = at + 180000 WHERE id = (SELECT max(id) FROM sale_events WHERE sale_id = ?)',
          id,
        )
        return number
      },
      says: 'the code of sale # was shown to Amal Rahman without a reason',
    },
    ...['has 2 sales', 'was debited 2 times'].map((says) => ({
      what: `a line of a quantity that ${says}`,
      tamper: (copy: SoundCopy) => copy.editRecord(copy.secondLine(), { batch: { id: BATCH, line: 1, of: 2 } }),
      says: `line 1 of 2 of quantity ${BATCH} ${says}`,
    })),
    {
      what: 'a column that names another quantity',
      tamper: (copy) => (
        copy.sql("UPDATE sales SET batch_id = 'other' WHERE number = ?", copy.secondLine().number),
        copy.secondLine().number
      ),
      says: `sale # has two answers for quantity: other and ${BATCH}`,
    },
    {
      what: 'a debit for an account where there is none',
      tamper: (copy) => {
        const { id, number } = copy.codeCame()
        copy.editLines((line) =>
          line.debit?.externalTransactionId === id
            ? { ...line, debit: { ...line.debit, account: '971501111111' } }
            : line,
        )
        return number
      },
      says: `sale # is 10.00 of ${vouchers.codeAtNextFind}, and the service executed 10.00 of ${vouchers.codeAtNextFind} for 971501111111`,
    },
  ]

  const isRunning = "UPDATE batches SET state = 'running' WHERE id = ?"
  const ofBatches: Tamper[] = [
    {
      what: 'an id of a line that was minted later',
      tamper: (copy) => {
        copy.editBatch(({ lines }) => ({ lines: [lines[0], { saleId: '01J0000000000000000000000X' }] }))
        return copy.secondLine().number
      },
      says: `quantity ${BATCH} has a sale # whose id was not minted for its line 2`,
    },
    {
      what: 'two sales of a line of a quantity',
      tamper: (copy) => {
        copy.editRecord(copy.secondLine(), { batch: { id: BATCH, line: 1, of: 2 } })
        return 0
      },
      says: `quantity ${BATCH} has 2 sales of its line 1`,
    },
    {
      what: 'an id that two lines have',
      tamper: (copy) => (copy.editBatch(({ lines }) => ({ lines: [lines[1], lines[1]] })), copy.secondLine().id),
      says: 'the id # is of two lines',
    },
    {
      what: 'a line that is not listed',
      tamper: (copy) => (copy.sql('DELETE FROM batch_lines WHERE line = 2'), 0),
      says: `quantity ${BATCH} does not list the id of its line 2`,
    },
    {
      what: 'a line of a quantity that is not there',
      tamper: (copy) => (copy.sql("INSERT INTO batch_lines VALUES ('01J0', 'other', 1, 1, 0)"), 0),
      says: 'a line of a quantity other that is not there',
    },
    {
      what: 'a line that was not approved',
      tamper: (copy) => (copy.editApproval({ lines: [1] }), copy.secondLine().number),
      says: `quantity ${BATCH} confirmed its line 2 (sale #), which was not approved`,
    },
    {
      what: 'a line confirmed long after its approval',
      tamper: (copy) => {
        const sale = copy.secondLine()
        copy.sql("UPDATE sale_events SET at = at + 180000 WHERE sale_id = ? AND kind = 'approved'", sale.id)
        return sale.number
      },
      says: `quantity ${BATCH} confirmed its line 2 (sale #) 18`,
    },
    {
      what: 'a line confirmed after a stop',
      tamper: (copy) => {
        copy.editBatch(({ approvals }) => ({
          state: 'stopped',
          stop: { reason: 'requested', at: approvals[0]?.at },
        }))
        copy.sql("UPDATE batches SET state = 'stopped' WHERE id = ?", BATCH)
        return copy.secondLine().number
      },
      says: `quantity ${BATCH} confirmed its line 2 (sale #) after it was stopped`,
    },
    {
      what: 'a line confirmed by an approval that is not there',
      tamper: (copy) => {
        copy.editBatch(() => ({ state: 'checked', approvals: [] }))
        copy.sql("UPDATE batches SET state = 'checked' WHERE id = ?", BATCH)
        return copy.secondLine().number
      },
      says: `quantity ${BATCH} confirmed its line 2 (sale #) by no approval of its own`,
    },
    {
      what: 'a line that began before the one before it was sold',
      tamper: (copy) => {
        const [first] = copy.sql<{ id: string }>('SELECT id FROM sales WHERE record LIKE \'%"line":1%\'')
        copy.sql("UPDATE sale_events SET at = at + 60000 WHERE sale_id = ? AND kind = 'final'", first?.id ?? '')
        return copy.secondLine().number
      },
      says: `quantity ${BATCH} began its line 2 (sale #) before its line 1 was sold`,
    },
    {
      what: 'limits reserved where nothing runs',
      tamper: (copy) => (copy.sql('UPDATE batch_lines SET is_reserved = 1 WHERE line = 2'), 0),
      says: `quantity ${BATCH} has limits reserved for line 2, which is not about to be sold`,
    },
    {
      what: 'limits that are not reserved',
      tamper: (copy) => {
        copy.editBatch(({ approvals }) => ({
          state: 'running',
          approvals: approvals.map((one) => ({ ...one, remaining: [2] })),
        }))
        copy.sql(isRunning, BATCH)
        return 0
      },
      says: `quantity ${BATCH} has no limits reserved for line 2, which is about to be sold`,
    },
    {
      what: 'a line that counts twice',
      tamper: (copy) => {
        copy.editBatch(({ approvals }) => ({
          state: 'running',
          approvals: approvals.map((one) => ({ ...one, remaining: [2] })),
        }))
        copy.sql(isRunning, BATCH)
        copy.sql('UPDATE batch_lines SET is_reserved = 1 WHERE line = 2')
        return 0
      },
      says: `quantity ${BATCH} counts its line 2 twice: it is reserved and confirmed`,
    },
    {
      what: 'a line that counts nowhere',
      tamper: (copy) => {
        copy.editApproval({ at: Date.now() + 3_600_000 })
        return 0
      },
      says: `quantity ${BATCH} counts its line 2 nowhere: it is neither reserved nor confirmed`,
    },
    {
      what: 'a quantity that runs after it was stopped',
      tamper: (copy) => {
        copy.editBatch(() => ({ state: 'running', stop: { reason: 'requested', at: 0 } }))
        copy.sql(isRunning, BATCH)
        return 0
      },
      says: `quantity ${BATCH} runs, and was stopped`,
    },
    {
      what: 'a quantity of another amount for limits',
      tamper: (copy) => (copy.sql("UPDATE batches SET limit_amount = '1.00'"), 0),
      says: `quantity ${BATCH} has two answers for its limits: 1.00 and 50.00`,
    },
    {
      what: 'a quantity in two states',
      tamper: (copy) => (copy.sql("UPDATE batches SET state = 'stopped'"), 0),
      says: `quantity ${BATCH} has two answers for its state: stopped and complete`,
    },
    {
      what: 'a quantity that a colleague approved',
      tamper: (copy) => (copy.editApproval({ by: { id: 'other', name: 'Joseph Mathew' } }), 0),
      says: `quantity ${BATCH} of Amal Rahman was approved by Joseph Mathew`,
    },
    {
      what: 'an approval of a version that is still to come',
      tamper: (copy) => (copy.editApproval({ version: 99 }), 0),
      says: `quantity ${BATCH} was approved at version 99, after 0 and before`,
    },
    {
      what: 'a quantity that somebody let go without a line in the audit log',
      tamper: (copy) => {
        const [hamad] = copy.sql<{ id: string; name: string }>("SELECT id, name FROM staff WHERE role = 'supervisor'")
        copy.editApproval({ overridden: { by: hamad, limits: [{ of: 'shop', kind: 'perHour' }] } })
        return 0
      },
      says: `quantity ${BATCH} was let go beyond shop perHour by Hamad Saleh, and the audit log does not say so`,
    },
    {
      what: 'a quantity that a cashier let go',
      tamper: (copy) => {
        copy.editApproval({ overridden: { by: { id: 'other', name: 'Joseph Mathew' }, limits: [] } })
        return 0
      },
      says: `quantity ${BATCH} was let go by Joseph Mathew, who is no supervisor`,
    },
  ]

  const all = [debits, confirms, proofs, steps, keys, wallet, ofVouchers, ofLimits, ofBatches]
  it.each(all.flatMap((tampers) => tampers.slice(0, atLevel(2, Infinity))))(
    'reconcile finds $what',
    ({ tamper, says }) => {
      const copy = copyOf(sound)
      const number = tamper(copy)
      expect(copy.audit().violations).toContainEqual(expect.stringContaining(says.replace('#', String(number))))
    },
  )

  it('reconcile finds events of a sale that does not exist', () => {
    const copy = copyOf(sound)
    copy.sql("INSERT INTO sale_events (sale_id, at, kind, detail) VALUES ('01J0', 0, 'opened', '{}')")
    expect(copy.audit().violations).toContainEqual(expect.stringMatching(/^there are events of a sale/))
  })
})
