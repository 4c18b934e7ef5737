import { Agent, request } from 'undici'
import * as v from 'valibot'

import type { ProcessConfig } from '../config/config.ts'

const ANSWER_MS = 5_000
const HERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Another version may add members. `version` and `reason` are only for the administrator. */
const Answer = v.object({
  version: v.optional(v.string()),
  selling: v.optional(v.boolean()),
  reason: v.optional(v.string()),
  leads: v.optional(v.boolean()),
})
export type HereAnswer = v.InferOutput<typeof Answer> & { status: number }

/** Asks the Toptill that runs on this machine with these settings; `undefined` if none answers. */
export async function askHere(
  path: '/healthz' | '/readyz',
  { host, port, tls }: Pick<ProcessConfig, 'host' | 'port' | 'tls'>,
  metricsToken: string,
): Promise<HereAnswer | undefined> {
  const here = HERE[host] ?? host
  // A certificate is for the name in the browser, and not for this address.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false, timeout: ANSWER_MS } })
  try {
    const { statusCode: status, body } = await request(
      `${tls ? 'https' : 'http'}://${here.includes(':') ? `[${here}]` : here}:${port}${path}`,
      {
        dispatcher,
        headersTimeout: ANSWER_MS,
        bodyTimeout: ANSWER_MS,
        headers: metricsToken ? { authorization: `Bearer ${metricsToken}` } : {},
      },
    )
    return { ...v.parse(Answer, await body.json()), status }
  } catch {
    return undefined
  } finally {
    await dispatcher.destroy()
  }
}
