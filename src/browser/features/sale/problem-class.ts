import type { ProblemCode } from '#domain/sale.ts'

/** What a person can do about a refusal, by the class of the wholesaler's code (service-notes, "Errors"). */
export type ProblemClass =
  | 'no-answer'
  | 'answer-differs'
  | 'country-differs'
  | 'offline'
  | 'expired'
  | 'given-up'
  | 'busy'
  | 'number'
  | 'input'
  | 'product'
  | 'supervisor'
  | 'customer'
  | 'service'

/** The class of a problem; what nobody knows is the service's own trouble. */
export function problemClass(code: ProblemCode): ProblemClass {
  switch (code) {
    case 'no-answer':
    case 'answer-differs':
    case 'country-differs':
    case 'offline':
    case 'expired':
    case 'given-up':
    case 'busy':
      return code
    case 'service-failed':
    case 'service-unreadable':
      return 'service'
  }
  const number = Number(code.slice('service-'.length))
  if (number >= 1 && number <= 9) return 'supervisor'
  if (number >= 50 && number <= 59) return 'input'
  if (number >= 100 && number <= 199) return 'product'
  if (number >= 200 && number <= 299) return 'number'
  if (number >= 1000 && number <= 1199) return 'supervisor'
  if (number >= 1200) return 'customer'
  return 'service'
}
