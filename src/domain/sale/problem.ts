import * as v from 'valibot'

import { optionalText } from '../schema-parts.ts'

/** `service-<code>` is an error code of the wholesaler, `service-failed` its state 2, `service-unreadable` an unreadable code; the others are our own. */
const ProblemCode = v.union([
  v.picklist([
    'no-answer',
    'answer-differs',
    'country-differs',
    'offline',
    'expired',
    'abandoned',
    'busy',
    'service-failed',
    'service-unreadable',
  ]),
  v.custom<`service-${number}`>((code) => typeof code === 'string' && /^service-\d+$/.test(code)),
])
export type ProblemCode = v.InferOutput<typeof ProblemCode>

/** `text` is the wholesaler's message for the customer, plain text of at most 300 characters. `detected` is the country that the check returned. */
export const Problem = v.strictObject({ code: ProblemCode, text: optionalText, detected: optionalText })
export type Problem = v.InferOutput<typeof Problem>
