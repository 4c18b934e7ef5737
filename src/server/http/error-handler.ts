import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { InvalidOperation, RequestRefused, UnreadableRecord } from '../lib/failures.ts'
import type { Log } from '../lib/log.ts'
import { nameUnreadable } from '../lib/readable-rows.ts'
import { invalidRequest } from './open-http.ts'
import { sendProblem } from './problem.ts'

const RETRY_AFTER_SECONDS = 5

/** Never with a stack, SQL or request content. `onDenied` is called for requests without the required right. */
export function handleErrors(
  app: FastifyInstance,
  log: Log,
  onDenied?: (request: FastifyRequest) => Promise<void>,
): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof UnreadableRecord) nameUnreadable(log, error.message)
    if (error instanceof RequestRefused) {
      const seconds = error.retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(error.retryAfterMs / 1000))
      const retryAfter = seconds ?? (error.status === 503 ? RETRY_AFTER_SECONDS : undefined)
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
      if (error.failure.code === 'not-allowed') await onDenied?.(request)
      return sendProblem(reply, error.status, error.failure)
    }
    if (error instanceof InvalidOperation)
      return sendProblem(reply, 422, { code: 'invalid-operation', message: error.message, moneyMoved: 'no' })
    if (error instanceof v.ValiError) return sendProblem(reply, 400, invalidRequest(whatIsWrong(error)))
    const status = error.statusCode ?? (isSending(error) ? 400 : 500)
    if (status >= 400 && status < 500) return sendProblem(reply, status, invalidRequest('The request cannot be read.'))
    log.error({ what: 'request failed', route: request.routeOptions.url ?? '', problem: error.message })
    return sendProblem(reply, 500, {
      code: 'internal-error',
      message: 'Something went wrong here. Check the sale again before you do anything else.',
      moneyMoved: 'unknown',
    })
  })
}

/** The client left or was disconnected while sending: nothing was done, and no one receives the answer. */
const isSending = ({ code, message }: FastifyError) => code === 'ECONNRESET' && message === 'aborted'

function whatIsWrong(error: v.ValiError<v.GenericSchema>): string {
  const [issue] = error.issues
  // The received value may be a PIN.
  return `${v.getDotPath(issue) ?? 'The body'}: ${issue.message.replace(/ but received .*$/s, '')}`
}
