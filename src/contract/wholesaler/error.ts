import * as v from 'valibot'

import { numberOrText, optionalText } from './loose.ts'

/** A rejected request (spec 7 shows none; service-notes "Errors"). Read before anything else, whatever the HTTP status. */
export const ErrorAnswer = v.looseObject({
  error: v.looseObject({
    code: v.nullish(numberOrText),
    message: optionalText,
    /** The only text meant for the customer. */
    display_error: optionalText,
  }),
})
export type ErrorAnswer = v.InferOutput<typeof ErrorAnswer>
