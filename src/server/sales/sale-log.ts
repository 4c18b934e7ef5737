import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleChange } from './engine/engine.ts'

/** If state or flags changed. Each field is named here, so no customer's number, code, text or token gets into the log. */
export function saleLine({ before, sale }: Omit<SaleChange, 'events'>, now: number): string | undefined {
  const flags = flagsOf(sale)
  if (before && before.state === sale.state && flags === flagsOf(before)) return undefined
  return JSON.stringify({
    time: new Date(now).toISOString(),
    what: 'sale',
    id: sale.id,
    number: sale.number,
    version: sale.version,
    ...(before ? { from: before.state } : {}),
    to: sale.state,
    service: sale.serviceId,
    amount: sale.amount.amount,
    currency: sale.amount.currency,
    cashier: sale.cashier.id,
    terminal: sale.terminal.id,
    ...(sale.transactionId ? { transaction: sale.transactionId } : {}),
    ...(sale.problem ? { problem: sale.problem.code } : {}),
    ...(flags === '' ? {} : { flags }),
  })
}

const flagsOf = ({ held, conflicting, resolution, voucher, print }: SaleRecord): string =>
  [
    held && 'held',
    conflicting && 'conflicting',
    resolution && `resolved as ${resolution.outcome}`,
    voucher && `code ${voucher}`,
    print && (print.isUnclear ? 'print unclear' : 'printing'),
  ]
    .filter(Boolean)
    .join(', ')
