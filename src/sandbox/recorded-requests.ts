import * as v from 'valibot'

import type { ExactJson } from './exact-json.ts'

/** A request as it came in, for tests that compare it field by field. The hash is left out everywhere. */
export type RecordedRequest = {
  /** Without the base path, e.g. `/transaction/check`. */
  path: string
  /** The parsed body, with `auth` less its hash. */
  body: Record<string, unknown>
  /** The parsed body without `auth`: what the call asks. */
  content: Record<string, unknown>
  /** Digits exactly as sent, whether number or text. */
  auth: { id: string; key: string }
  /** The body as it was written, with an empty hash. */
  text: string
}

// Enough for any test, and an end for a shop that practises for weeks.
const MAX_KEPT = 5_000

const Signed = v.looseObject({ auth: v.looseObject({ hash: v.string() }) })
const ExactlySigned = v.object({ auth: v.object({ id: v.string(), key: v.string() }) })

export function createRequestLog() {
  const requests: RecordedRequest[] = []
  return {
    all: (): readonly RecordedRequest[] => [...requests],
    /** A body without readable auth is not kept. */
    add: (path: string, text: string, { value, exact }: ExactJson) => {
      const signed = v.safeParse(Signed, value)
      const exactly = v.safeParse(ExactlySigned, exact)
      if (!signed.success || !exactly.success) return
      const { auth, ...content } = signed.output
      const { hash, ...authLessHash } = auth
      const blank = text.replace(`"${hash}"`, '""')
      requests.push({ path, body: { ...content, auth: authLessHash }, content, auth: exactly.output.auth, text: blank })
      if (requests.length > MAX_KEPT) requests.shift()
    },
  }
}
