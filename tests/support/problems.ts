import * as v from 'valibot'
import { expect } from 'vitest'

import { Problem } from '#api/failure.ts'

/** Expects an answer to be a problem as defined by RFC 9457, and returns it. */
export async function problemIn(answer: Response): Promise<Problem> {
  return expectProblem({ status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() })
}

export function expectProblem(answer: { status: number; type: string | null | undefined; text: string }): Problem {
  expect(answer.type).toBe('application/problem+json; charset=utf-8')
  const problem = v.parse(Problem, JSON.parse(answer.text))
  const { code, message } = problem
  expect(problem).toMatchObject({ type: `urn:toptill:problem:${code}`, status: answer.status, detail: message })
  return problem
}
