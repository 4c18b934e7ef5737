import type { Money } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { RequestRefused } from '#server/lib/failures.ts'
import { DuplicateSaleError } from '#server/sales/commit-guard.ts'
import { ForeignBatch } from '#server/sales/store.ts'
import { ProviderDiffersError } from '#server/sales/confirm-sale.ts'
import type { Orders } from '#server/orders/orders.ts'
import type { Sales } from '#server/sales/sales.ts'
import type { Offers } from '#server/catalog/offers.ts'
import type { Host } from './host.ts'
import type { Observer, ShopProcess } from './shop-process.ts'
import type { Report } from './violation.ts'
import type { World } from './world.ts'

export type ReportedSale<T> =
  { kind: 'done'; value: T } | { kind: 'rejected'; code: string; other?: SaleId; pays?: Money } | { kind: 'no-answer' }
export type Ask<T> = (sales: Sales, offers: Offers, orders: Orders) => Promise<T>

type RequestHandlerOptions = { world: World; observer: Pick<Observer, 'said'>; report: Report }

/** How long a till waits for an answer (ms). */
export const TILL_WAITS_MS = 25_000

/**
 * How a process answers requests of tills. A dead process answers nothing, and a frozen one answers when it continues.
 */
export function createRequestHandler({ world, observer, report }: RequestHandlerOptions) {
  return function handleRequest<T>(
    { host, process }: { host: Host; process: ShopProcess },
    run: Ask<T>,
  ): Promise<ReportedSale<T>> {
    return new Promise((resolve) => {
      const end = (told: ReportedSale<T>) => {
        cancel()
        forget()
        resolve(told)
      }
      const endWithoutAnswer = () => end({ kind: 'no-answer' })
      const cancel = world.after(TILL_WAITS_MS, endWithoutAnswer)
      const forget = host.onDeath(endWithoutAnswer)
      const answer = () =>
        run(process.sales, process.offers, process.orders).then(
          (value) => end({ kind: 'done', value }),
          (error: unknown) => {
            const told = readError(error)
            if (error instanceof RequestRefused) observer.said('a refusal', error.failure)
            if (!told) report('threw', '', error instanceof Error ? `${error.name}: ${error.message}` : String(error))
            end(told ?? { kind: 'no-answer' })
          },
        )
      host.whenRunning(() => void answer())
    })
  }
}

function readError(error: unknown): ReportedSale<never> | undefined {
  if (error instanceof RequestRefused) {
    const { code, pays } = error.failure
    return { kind: 'rejected', code, ...(pays ? { pays } : {}) }
  }
  if (error instanceof ProviderDiffersError) return { kind: 'rejected', code: 'operator-differs' }
  if (error instanceof ForeignBatch) return { kind: 'rejected', code: 'not-found' }
  if (!(error instanceof DuplicateSaleError)) return undefined
  const { kind, sale } = error.duplicate
  return { kind: 'rejected', code: kind === 'blocked' ? 'duplicate-blocked' : 'confirm-duplicate', other: sale.id }
}
