import * as v from 'valibot'

import type { Person, Terminal } from '#domain/person.ts'

/** `GET /api/session`. Without a terminal there is no staff list. */
export type Session = {
  terminal: Terminal | null
  /** The shop, from the wholesaler's point information, when it has been read. */
  shop?: { name: string }
  staff: Person[]
  person?: Person
  /** The sandbox is the service: no money moves. */
  practice: boolean
  /** Practice only: the demo staff's PINs, by staff id. */
  demoPins?: Record<string, string>
  /** The shop's time zone, IANA name: what the screen and its papers tell the time in. */
  timeZone: string
  version: string
}

export const pinText = v.pipe(v.string(), v.regex(/^\d{4,12}$/))

export const SignIn = v.strictObject({
  staffId: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  pin: pinText,
})
export type SignIn = v.InferOutput<typeof SignIn>

export const Enrol = v.strictObject({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) })
export type Enrol = v.InferOutput<typeof Enrol>
