import type { FastifyReply } from 'fastify'

import type { Failure, FailureCode, Problem } from '#api/failure.ts'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** `type` is a URN that names the code, because the code and its meaning do not depend on a server's address. */
export const problemOf = (status: number, failure: Failure): Problem => ({
  type: `urn:toptill:problem:${failure.code}`,
  title: titleOf(failure.code),
  status,
  detail: failure.message,
  ...failure,
})

export const sendProblem = (reply: FastifyReply, status: number, failure: Failure): FastifyReply =>
  reply.code(status).type(PROBLEM_TYPE).send(problemOf(status, failure))

/** The code in words, the same for every occurrence, as RFC 9457 requires. */
function titleOf(code: FailureCode): string {
  const words = code.replaceAll('-', ' ').replace(/\bpin\b/, 'PIN')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
