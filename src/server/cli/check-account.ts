import * as v from 'valibot'

import { checkClock } from '#domain/readiness.ts'
import { refusedSignature, silentService } from '../account/open-account.ts'
import type { Config } from '../config/config.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'

export const Finding = v.strictObject({
  what: v.string(),
  state: v.picklist(['ok', 'warning', 'problem']),
  /** Says what to do, unless `state` is `ok`. */
  text: v.string(),
})
export type Finding = v.InferOutput<typeof Finding>

export const finding = (what: string, state: Finding['state'], text: string): Finding => ({ what, state, text })

type Account = NonNullable<Config['account']>
type Asked = Pick<Wholesaler, 'pointInfo' | 'health' | 'keyFacts'>

const SIGNATURE = '1'
const NOT_ACTIVE = '5'

/** Asks who the account belongs to, which moves no money. */
export async function checkAccount(wholesaler: Asked, account: Account): Promise<Finding[]> {
  const read = await wholesaler.pointInfo()
  const provider = read.ok
    ? finding(
        'Provider',
        'ok',
        `${account.baseUrl} accepts POS ${account.posId}, ${read.value.point.agentName || 'without a name'}.`,
      )
    : finding('Provider', 'problem', sentenceFor(read, account))
  return [provider, ...clockOf(wholesaler)]
}

function sentenceFor({ reason, problem }: { reason: string; problem: string }, account: Account): string {
  const code = /refused with code (\d+)$/.exec(problem)?.[1]
  if (code === SIGNATURE) return refusedSignature(account)
  if (code === NOT_ACTIVE) return `POS ${account.posId} is not active, so nothing can be sold. Ask the provider.`
  if (code !== undefined) return `The provider rejects POS ${account.posId} with code ${code}. Ask the provider.`
  if (reason === 'unreachable') return `${silentService(account, false)} (${problem})`
  return `The answer of ${account.baseUrl} cannot be read (${problem}). Compare this address with the one that the provider gave you.`
}

function clockOf({ health, keyFacts }: Asked): Finding[] {
  const { serviceOffsetMs } = keyFacts()
  const reason = checkClock({ isAhead: health().isClockAhead, movedMs: 0, serviceOffsetMs })
  // Without an answer there is nothing to compare with.
  if (reason === 'unknown' || serviceOffsetMs === undefined) return []
  const seconds = Math.round(serviceOffsetMs / 1000)
  if (reason === 'fine') return [finding('Clock', 'ok', `It differs from the provider's by ${Math.abs(seconds)} s.`)]
  return [
    finding(
      'Clock',
      'warning',
      `This computer's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'ahead of' : 'behind'} the provider's. Set it, and let the system keep it right.`,
    ),
  ]
}
