import * as v from 'valibot'

import type { ExactJson } from './auth.ts'

/** For tests that compare fields. Never contains the hash. */
export type RecordedRequest = {
  /** Without the base path, e.g. `/transaction/check`. */
  path: string
  /** Includes `auth`, but without its hash. */
  body: Record<string, unknown>
  /** Without `auth`. */
  content: Record<string, unknown>
  /** The digits exactly as sent, as a number or as text. */
  auth: { id: string; key: string }
  /** The body as text, with an empty hash. */
  text: string
}

// Enough for any test, and a limit for a shop that practices for weeks.
const MAX_RECORDED = 5_000

const Signed = v.looseObject({ auth: v.looseObject({ hash: v.string() }) })
const ExactlySigned = v.object({ auth: v.object({ id: v.string(), key: v.string() }) })

export function createRequestLog() {
  const requests: RecordedRequest[] = []
  return {
    all: (): readonly RecordedRequest[] => [...requests],
    /** A body without readable auth is not recorded. */
    add: (path: string, text: string, { value, exact }: ExactJson) => {
      const signed = v.safeParse(Signed, value)
      const exactly = v.safeParse(ExactlySigned, exact)
      if (!signed.success || !exactly.success) return
      const { auth, ...content } = signed.output
      const { hash, ...authWithoutHash } = auth
      const blank = text.replace(`"${hash}"`, '""')
      requests.push({
        path,
        body: { ...content, auth: authWithoutHash },
        content,
        auth: exactly.output.auth,
        text: blank,
      })
      if (requests.length > MAX_RECORDED) requests.shift()
    },
  }
}
