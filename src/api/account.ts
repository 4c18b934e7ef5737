import * as v from 'valibot'

import { ACCOUNT_PROBLEMS, type AccountProblem } from '#domain/catalog/account-problem.ts'
import { Balance } from '#domain/money/money.ts'
import { boundedText, enrollmentCode } from './input-parts.ts'

/** Longer than any value that providers give out. */
const MAX_LENGTH = 500
/** The server checks their form, and answers with a problem of the field. */
const typed = boundedText(MAX_LENGTH)

const Refused = v.strictObject({
  problem: v.picklist(Object.keys(ACCOUNT_PROBLEMS) as AccountProblem[]),
  /** The wholesaler's, with `rejected`. */
  code: v.exactOptional(v.number()),
})
export type Refused = v.InferOutput<typeof Refused>

/** `balance` is absent if it cannot be read. */
const found = { name: v.string(), balance: v.exactOptional(Balance) }

/** `attempt` connects exactly this account. */
const Tried = v.union([v.strictObject({ ...found, attempt: v.string() }), Refused])
export type Tried = v.InferOutput<typeof Tried>
export type FoundAccount = Extract<Tried, { name: string }>

/** `code`: from the link on the console. */
const TryAccount = v.strictObject({
  code: enrollmentCode,
  baseUrl: typed,
  posId: typed,
  token: typed,
  keyFloor: v.exactOptional(typed),
})
export type TryAccount = v.InferOutput<typeof TryAccount>

/** `setupCode` is that of the setup link which the next start prints. */
const Connected = v.strictObject({ setupCode: v.string() })

/** `change`: whether this browser may change the token. `settings`: the token is in the environment or in `file`. */
export const ConnectedAccount = v.strictObject({
  baseUrl: v.string(),
  posId: v.string(),
  change: v.picklist(['here', 'elsewhere', 'settings']),
  file: v.exactOptional(v.string()),
})
export type ConnectedAccount = v.InferOutput<typeof ConnectedAccount>

export const accountEndpoints = {
  'POST /api/account/try': { body: TryAccount, answer: Tried },
  'POST /api/account/connect': {
    body: v.strictObject({ code: enrollmentCode, attempt: enrollmentCode }),
    answer: Connected,
  },
  'GET /api/account': { answer: ConnectedAccount },
  'POST /api/account/token': {
    body: v.strictObject({ token: typed }),
    answer: v.union([v.strictObject(found), Refused]),
  },
}
