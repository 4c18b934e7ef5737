import * as v from 'valibot'

import { LimitsBody } from '#contract/proxy/settings.ts'
import type { SalesLimits } from '#domain/sales-limits.ts'

/** Limits as they stand in the journal; nothing where they cannot be read, which is not that there are none. */
export function readLimits(text: string): SalesLimits | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), LimitsBody), text)
  return read.success ? read.output : undefined
}
