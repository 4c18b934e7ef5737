import type { Failure, FailureCode } from '#api/failure.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import type { Money } from '#domain/money/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'

/** `error-handler.ts` sends it as a problem response with this HTTP status. */
export class RequestRefused extends Error {
  readonly status: number
  readonly failure: Failure
  /** For `Retry-After`, in ms. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    code: FailureCode,
    message: string,
    extras: {
      moneyMoved?: 'no' | 'unknown'
      mayBeLost?: boolean
      sale?: Sale | SaleSummary
      line?: number
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
      ...(extras.mayBeLost ? { mayBeLost: true } : {}),
      ...(extras.sale ? { sale: extras.sale } : {}),
      ...(extras.line === undefined ? {} : { line: extras.line }),
      ...(extras.pays ? { pays: extras.pays } : {}),
      ...(extras.limits ? { limits: extras.limits } : {}),
    }
  }
}

/** Whatever depends on the record is rejected, because it counts as neither zero, a success nor a failure. Everything else continues. */
export class UnreadableRecord extends RequestRefused {
  /** `what` names the record, such as `Sale 12`. */
  constructor(what: string) {
    super(500, 'internal-error', `${what} can't be read from the database. Ask the administrator to check it.`, {
      moneyMoved: 'unknown',
    })
  }
}

export const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** For a code that one browser may enter once. */
export const wrongCode = () =>
  new RequestRefused(401, 'wrong-code', 'This code is wrong, used or older than 15 minutes. Ask for a new one.')

/** The change is based on an older version than the stored one. */
export const staleChange = () =>
  new RequestRefused(409, 'stale-version', 'Someone else changed this. Check it again before you save.')

/** For staff, terminals, sessions and settings. The message is for the person who requested it. */
export class InvalidOperation extends Error {
  override readonly name = 'InvalidOperation'
}

/** For a store without an audit log. */
export const refuseLine = () => {
  throw new Error('there is no audit log to write to')
}
