export type Issue = {
  holds: keyof typeof FIELDS
  after: number
  until: unknown
  changesAt: number
}

/** In every code, serial, link and receipt of this wholesaler, and nowhere else. */
export const CANARY = 'zqx-'
const CANARY_TEXT = /zqx-[\w-]+/g

const FIELDS = {
  number: ['number'],
  'number and serial': ['number', 'serial'],
  'number and link': ['number', 'redemption_url'],
  'link alone': ['redemption_url'],
  'serial and a link that is not safe': ['serial', 'http'],
} as const

export const AT_ONCE: Issue = { holds: 'number', after: 0, until: {}, changesAt: Number.POSITIVE_INFINITY }

/** Until the code comes, `info` has a reference that equals the code. */
export const CODE_AS_REFERENCE = 'the code as a reference'

/** The `info` of the answer that follows `told` answers that said sold. */
export function infoAfter(told: number, transactionId: string, issue: Issue): unknown {
  if (told >= issue.after) return codesOf(told, transactionId, issue)
  if (issue.until !== CODE_AS_REFERENCE) return issue.until
  const [code] = Object.values(codesOf(issue.after, transactionId, issue))
  return { reference: code }
}

function codesOf(told: number, transactionId: string, { holds, changesAt }: Issue): Record<string, string> {
  const texts = {
    number: `${CANARY}pin-${transactionId}-${told >= changesAt ? 2 : 1}`,
    serial: `${CANARY}serial-${transactionId}`,
    redemption_url: `https://redeem.test/${CANARY}link-${transactionId}`,
    http: `http://redeem.test/${CANARY}link-${transactionId}`,
  }
  return Object.fromEntries(FIELDS[holds].map((field) => [field === 'http' ? 'redemption_url' : field, texts[field]]))
}

export function secretsIn(what: unknown): string[] {
  const text = JSON.stringify(what ?? null)
  return text.includes(CANARY) ? (text.match(CANARY_TEXT) ?? []) : []
}
