import type { Problem, ProblemCode } from '#domain/sale/problem.ts'

/** Classes of the wholesaler's own error codes (docs/service-notes.md, "Errors"). */
const REFUSALS = ['access', 'look-up', 'input', 'product', 'number', 'funds', 'customer', 'service'] as const
export type Refusal = (typeof REFUSALS)[number]

/** Why a sale did not proceed. `unclear`: the response could not be read. */
export type ProblemClass =
  | 'no-answer'
  | 'answer-differs'
  | 'country-differs'
  | 'offline'
  | 'expired'
  | 'abandoned'
  | 'busy'
  | 'unclear'
  | Refusal

const PROVIDER_FAULT = 60

export function problemClass(code: ProblemCode): ProblemClass {
  switch (code) {
    case 'no-answer':
    case 'answer-differs':
    case 'country-differs':
    case 'offline':
    case 'expired':
    case 'abandoned':
    case 'busy':
      return code
    case 'service-failed':
      return 'service'
    case 'service-unreadable':
      return 'unclear'
    default:
      return refusalOfCode(Number(code.slice('service-'.length)))
  }
}

export function refusalOfCode(code: number): Refusal {
  if (code >= 1 && code <= 9) return 'access'
  if (code >= 20 && code <= 29) return 'look-up'
  if (code >= 50 && code <= 99 && code !== PROVIDER_FAULT) return 'input'
  if (code >= 100 && code <= 199) return 'product'
  if (code >= 200 && code <= 299) return 'number'
  if (code >= 1000 && code <= 1199) return 'funds'
  if (code >= 1200) return 'customer'
  return 'service'
}

/** `undefined` if the wholesaler did not refuse the sale, for example because its response was lost. */
export function findRefusal(problem: Pick<Problem, 'code'> | undefined): Refusal | undefined {
  if (!problem || problem.code === 'service-failed') return undefined
  const found = problemClass(problem.code)
  return REFUSALS.find((refusal) => refusal === found)
}
