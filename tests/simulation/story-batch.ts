import type { BatchReading } from '#server/sales/batches/batch.ts'
import { A_SECOND, cashierAt } from './people.ts'
import type { ServiceRequest } from '#server/sales/sale-content.ts'
import type { Scenario } from './scenarios.ts'
import type { Simulation } from './setup.ts'

/** What else is in a basket. */
const ALSO = [
  { kind: 'direct', serviceId: 'qamra-rc', account: '971501234567', amount: '10' },
  { kind: 'direct', serviceId: 'najm-rc', account: '971501234568', amount: '50' },
] as const

/** A cashier who stays with a batch until every line is sold and every code delivered, or until the batch was stopped. */
export async function sellBatch(
  { world, shop, watch }: Simulation,
  { count, isStopped = false, isBasket = false }: NonNullable<Scenario['quantity']>,
  content: ServiceRequest,
  id: string,
  untilMs: number,
): Promise<void> {
  const seller = cashierAt(1)
  const read = async (): Promise<BatchReading | undefined> => {
    const told = await shop.ask((sales) => sales.batches.read(id, seller.person))
    return told.kind === 'done' ? told.value : undefined
  }
  const saleOf = ({ batch, sales }: BatchReading, line: number) =>
    sales.find((sale) => sale.id === batch.lines[line - 1]?.saleId)
  let hasAskedToStop = false
  const request = isBasket ? { lines: [content, ...ALSO].slice(0, count) } : { ...content, count }
  const isBeingChecked = ({ batch, sales }: BatchReading) =>
    isBasket && batch.state === 'checked' && (sales.length < count || sales.some(({ state }) => state === 'opened'))

  while (world.now() < untilMs) {
    const known = await read()
    if (!known) await shop.ask((sales) => sales.batches.open(id, request, seller))
    else if (known.batch.state === 'running' && isStopped) {
      const answered = watch.batchStopAsked(id)
      const told = await shop.ask((sales) => sales.batches.stop(id, seller))
      hasAskedToStop = true
      if (told.kind === 'done') answered()
    } else if (!isBeingChecked(known) && (known.batch.state === 'checked' || known.batch.state === 'stopped')) {
      if (hasAskedToStop) return
      const { version, lines: all } = known.batch
      const lines = all
        .map((_, index) => index + 1)
        .filter((line) => ['checked', 'not-executed', undefined].includes(saleOf(known, line)?.state))
      if (lines.length > 0) {
        watch.batchConfirmAsked(id, { version, lines }, seller.person.id)
        watch.paymentAsked(id, { paymentMethod: 'card' })
        await shop.ask((sales) => sales.batches.confirm(id, { version, lines, paymentMethod: 'card' }, seller))
      }
    }
    if (known) watch.chargeTold(known)
    for (const sale of known?.sales ?? []) {
      if (sale.voucher !== 'ready') continue
      await shop.ask((sales) => sales.reveal(sale.id, { hasStepUp: true }, seller))
      await shop.ask((sales) => sales.deliver(sale.id, 'printed', seller))
    }
    const isAllDelivered = known?.sales.every(({ kind, voucher }) => kind !== 'voucher' || voucher === 'delivered')
    if (known?.batch.state === 'complete' && isAllDelivered) return
    await world.sleep(A_SECOND)
  }
}
