import * as v from 'valibot'

/** A time in epoch ms. */
export const time = v.number()

export const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const optionalText = v.exactOptional(v.string())
export const optionalTime = v.exactOptional(time)
/** Present only if true. */
export const optionalTrue = v.exactOptional(v.literal(true))
