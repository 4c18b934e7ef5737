import type { Failure, FailureCode } from '#api/failure.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import type { Money } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'

/** Thrown to reject a request. `error-handler.ts` sends it as a `Failure` with this HTTP status. */
export class RequestRefused extends Error {
  readonly status: number
  readonly failure: Failure
  /** How long to wait before the next attempt (ms), for `Retry-After`. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    code: FailureCode,
    message: string,
    extras: {
      moneyMoved?: 'no' | 'unknown'
      mayBeLost?: boolean
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
      ...(extras.mayBeLost ? { mayBeLost: true } : {}),
      ...(extras.sale ? { sale: extras.sale } : {}),
      ...(extras.pays ? { pays: extras.pays } : {}),
      ...(extras.limits ? { limits: extras.limits } : {}),
    }
  }
}

/**
 * A record of the journal cannot be read. What depends on it is refused, because nobody knows what it says: it is no zero, no success and no failure.
 * Nothing else is stopped by it.
 */
export class UnreadableRecord extends RequestRefused {
  /** `what` names it, such as `Sale 12`. */
  constructor(what: string) {
    super(500, 'internal-error', `${what} can't be read from the database. Ask the administrator to check it.`, {
      moneyMoved: 'unknown',
    })
  }
}

/** What an error says, for the log and for sentences to the administrator. */
export const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A 401 for a code that one browser enters once. */
export const wrongCode = () =>
  new RequestRefused(401, 'wrong-code', 'This code is wrong, used or older than 15 minutes. Ask for a new one.')

/** A 409 for a change that was based on an older version than the stored one. */
export const staleChange = () =>
  new RequestRefused(409, 'stale-version', 'Someone else changed this. Check it again before you save.')

/** Thrown when an operation on staff, terminals, sessions or settings is not possible. The message is a sentence for the person who requested it. */
export class InvalidOperation extends Error {
  override readonly name = 'InvalidOperation'
}
