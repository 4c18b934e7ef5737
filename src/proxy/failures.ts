import type { Failure, FailureCode } from '#contract/proxy/failure.ts'
import type { Sale } from '#domain/sale.ts'

/** Thrown where a request is turned down; `server.ts` answers it as a `Failure` with this HTTP status (DESIGN section 3). */
export class Refused extends Error {
  readonly status: number
  readonly failure: Failure

  constructor(
    status: number,
    code: FailureCode,
    message: string,
    extras: { moneyMoved?: 'no' | 'unknown'; sale?: Sale } = {},
  ) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.failure = {
      code,
      message,
      moneyMoved: extras.moneyMoved ?? 'no',
      ...(extras.sale ? { sale: extras.sale } : {}),
    }
  }
}
