import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { BatchAnswer, OpenQuantity } from '#api/batches.ts'
import type { BatchRecord } from '#domain/sale/batch.ts'
import { recipients } from '#sandbox/scenarios.ts'
import type { IssuedVoucher } from '#sandbox/voucher-codes.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { aLastingFolder } from '../support/folders.ts'
import { batchOnce, openSale, openShop, saleOnce, sell, signedIn, type Browser } from '../support/shop.ts'
import { aCopy } from './a-copy.ts'

/**
 * The database and ledger of a real shop as a kill leaves them, with the write-ahead log still next to the file, and
 * the codes that the shop sold.
 */
export type SoundShop = { folder: string; codes: readonly IssuedVoucher[] }

let sound: Promise<SoundShop> | undefined

export const aSoundShop = (): Promise<SoundShop> => (sound ??= sellEverything())

async function sellEverything(): Promise<SoundShop> {
  const shop = await openShop({ isClosedByHand: true, sandbox: { slowMs: 50 } })
  const supervisor = await signedIn(shop, 'Hamad')
  await supervisor.ask('PUT', '/api/settings', { payments: { methods: ['cash', 'card'], default: 'cash' } })
  const cashier = shop.browser()
  await cashier.signIn('Amal')
  await sellVouchers(cashier)
  const { success, fails, checkRefused, succeedsAfterTwoFinds, html, noFunds, answerLostBefore } = recipients
  const sold = await Promise.all(
    [success, fails, succeedsAfterTwoFinds, html, noFunds, answerLostBefore].map((account) =>
      sell(cashier, { account }),
    ),
  )
  await sell(cashier, { account: checkRefused })
  await openSale(cashier, { account: '971501111111' })
  for (const { id } of sold) {
    const sale = await saleOnce(cashier, id, ({ state }) => !['confirming', 'unknown', 'pending'].includes(state))
    if (sale.state !== 'not-executed') continue
    const isForMoney = sale.account === answerLostBefore
    await cashier.ask('POST', isForMoney ? `/api/sales/${id}/confirm` : `/api/sales/${id}/abandon`, {})
    await saleOnce(cashier, id, ({ state }) => ['succeeded', 'abandoned'].includes(state))
  }
  const folder = aLastingFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const file of ['toptill.db', 'toptill.db-wal', 'ledger.jsonl', 'pepper'])
    copyFileSync(join(shop.folder, 'data', 'sandbox', file), join(folder, file))
  const codes = shop.sandbox.codes()
  await shop.close()
  return { folder, codes }
}

/** Of two lines for 50, the second is split. */
const SPLIT = { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: '20' } }

export const BATCH = '01J0000000000000000000000B'

/**
 * Sells a voucher that is delivered, another whose code comes later, one whose code never comes, and a batch of two.
 */
async function sellVouchers(cashier: Browser): Promise<void> {
  const aVoucher = { kind: 'voucher', amount: '10' } as const
  const handed = await sell(cashier, { ...aVoucher, serviceId: vouchers.numberAndSerial, amount: '100' })
  await cashier.ask('POST', `/api/sales/${handed.id}/reveal`, {})
  await cashier.ask('POST', `/api/sales/${handed.id}/delivered`, { method: 'printed' })
  const later = await sell(cashier, { ...aVoucher, serviceId: vouchers.codeAtNextFind })
  await sell(cashier, { ...aVoucher, serviceId: vouchers.emptyObject })
  await sellBatch(cashier, { ...aVoucher, serviceId: vouchers.number, amount: '50', count: 2 })
  await saleOnce(cashier, later.id, ({ voucher }) => voucher === 'ready')
}

async function sellBatch(cashier: Browser, content: OpenQuantity): Promise<void> {
  const lines = Array.from({ length: content.count }, (_, index) => index + 1)
  const { body } = await cashier.ask<BatchAnswer>('PUT', `/api/batches/${BATCH}`, content)
  await cashier.ask('POST', `/api/batches/${BATCH}/confirm`, { version: body.version, lines, ...SPLIT })
  await batchOnce(cashier, BATCH, ({ state }) => state === 'complete')
}

export function copyOf({ folder }: SoundShop) {
  const copy = aCopy(folder)
  const { saleOf } = copy
  return {
    ...copy,
    sold: () => saleOf('succeeded', recipients.success),
    delivered: () => saleOf('succeeded', vouchers.numberAndSerial),
    codeCame: () => saleOf('succeeded', vouchers.codeAtNextFind),
    codeComing: () => saleOf('succeeded', vouchers.emptyObject),
    editBatch(change: (batch: BatchRecord) => object) {
      const [row] = copy.sql<{ record: string }>('SELECT record FROM batches WHERE id = ?', BATCH)
      const record = JSON.parse(row?.record ?? '') as BatchRecord
      copy.sql('UPDATE batches SET record = ? WHERE id = ?', JSON.stringify({ ...record, ...change(record) }), BATCH)
    },
    editApproval(change: object) {
      this.editBatch(({ approvals }) => ({ approvals: approvals.map((one) => ({ ...one, ...change })) }))
    },
    pendingBefore: () => saleOf('succeeded', recipients.succeedsAfterTwoFinds),
    failed: () => saleOf('failed'),
    refused: () => saleOf('refused'),
    checked: () => saleOf('checked'),
    secondLine: () => saleOf('succeeded', '"line":2'),
    abandoned: () => saleOf('abandoned', recipients.noFunds),
  }
}
export type SoundCopy = ReturnType<typeof copyOf>
