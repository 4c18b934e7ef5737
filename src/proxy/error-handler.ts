import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Failure } from '#contract/proxy/failure.ts'
import { RequestRefused } from './failures.ts'
import type { Log } from './log.ts'
import { InvalidOperation } from './staff/invalid-operation.ts'
import { invalidRequest } from './http/open-http.ts'

const TRY_AGAIN_SECONDS = 5

/**
 * Says no as a `Failure`, whatever was thrown (DESIGN section 3): never a stack, SQL or what was sent. `onDenied` hears of whoever asked for
 * more than theirs.
 */
export function handleErrors(
  app: FastifyInstance,
  log: Log,
  onDenied?: (request: FastifyRequest) => Promise<void>,
): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof RequestRefused) {
      const seconds = error.retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(error.retryAfterMs / 1000))
      const retryAfter = seconds ?? (error.status === 503 ? TRY_AGAIN_SECONDS : undefined)
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
      if (error.failure.code === 'not-allowed') await onDenied?.(request)
      return reply.code(error.status).send(error.failure)
    }
    if (error instanceof InvalidOperation)
      return reply
        .code(422)
        .send({ code: 'invalid-operation', message: error.message, moneyMoved: 'no' } satisfies Failure)
    if (error instanceof v.ValiError) return reply.code(400).send(invalidRequest(whatIsWrong(error)))
    const status = error.statusCode ?? (isSending(error) ? 400 : 500)
    if (status >= 400 && status < 500) return reply.code(status).send(invalidRequest('The request cannot be read.'))
    log.error({ what: 'request failed', route: request.routeOptions.url ?? '', problem: error.message })
    const failure: Failure = {
      code: 'internal-error',
      message: 'Something went wrong here. Look at the sale again before you do anything else.',
      moneyMoved: 'unknown',
    }
    return reply.code(500).send(failure)
  })
}

/** The other side left, or was cut off, in the middle of its body: nothing was done, and nobody hears it. */
const isSending = ({ code, message }: FastifyError) => code === 'ECONNRESET' && message === 'aborted'

function whatIsWrong(error: v.ValiError<v.GenericSchema>): string {
  const [issue] = error.issues
  // What was received may be a PIN: it is never said back.
  return `${v.getDotPath(issue) ?? 'The body'}: ${issue.message.replace(/ but received .*$/s, '')}`
}
