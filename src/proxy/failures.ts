import type { Failure, FailureCode } from '#contract/proxy/failure.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import type { Money } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'

/** Thrown where a request is turned down; `server.ts` answers it as a `Failure` with this HTTP status (DESIGN section 3). */
export class RequestRefused extends Error {
  readonly status: number
  readonly failure: Failure
  /** When to come again, for `Retry-After`. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    code: FailureCode,
    message: string,
    extras: {
      moneyMoved?: 'no' | 'unknown'
      sale?: Sale | SaleSummary
      pays?: Money
      limits?: readonly Exceeded[]
      retryAfterMs?: number
    } = {},
  ) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.retryAfterMs = extras.retryAfterMs
    this.failure = {
      code,
      message,
      moneyMoved: extras.moneyMoved ?? 'no',
      ...(extras.sale ? { sale: extras.sale } : {}),
      ...(extras.pays ? { pays: extras.pays } : {}),
      ...(extras.limits ? { limits: extras.limits } : {}),
    }
  }
}
