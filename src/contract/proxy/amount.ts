import * as v from 'valibot'

/** An amount as our API carries it: decimal text. */
export const amountText = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,6})?$/, 'an amount such as 50 or 12.50'))
