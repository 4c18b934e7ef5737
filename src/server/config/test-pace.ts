import * as v from 'valibot'

import { isLoopback } from './account-schema.ts'
import { BadConfig, type Config } from './config.ts'

const NAME = 'TOPTILL_TEST_PACE'

const ms = v.pipe(v.number(), v.minValue(1))
const interval = v.strictObject({ firstMs: ms, longestMs: ms })
const Pace = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ direct: interval, international: interval, confirmGraceMs: ms }),
)

/**
 * As JSON, set by a test or a tool. Not a setting: at a pace other than the specification's, a sale that was executed could be mistaken for one that was not.
 * Throws `BadConfig`.
 */
export function findTestPace(
  env: NodeJS.ProcessEnv,
  shops: readonly Pick<Config, 'account'>[],
): v.InferOutput<typeof Pace> | undefined {
  const text = env[NAME]?.trim()
  if (!text) return undefined
  if (shops.some(({ account }) => account && !isLoopback(new URL(account.baseUrl).hostname)))
    throw new BadConfig(`${NAME} is set, which is only for tests against a provider on this machine. Unset it.`)
  const pace = v.safeParse(Pace, text)
  if (pace.success) return pace.output
  throw new BadConfig(`${NAME} is not JSON with "direct", "international" and "confirmGraceMs".`)
}
