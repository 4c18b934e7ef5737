import * as v from 'valibot'

import { ALERT_KINDS, ALERT_PROBLEMS, ALERT_WAYS, UNKNOWN_MINUTES, WEBHOOK_SECRET } from '#domain/alerts.ts'
import { LANGUAGES } from '#domain/language.ts'
import { NamedRef } from '#domain/person.ts'
import { count, time } from '#domain/schema-parts.ts'
import { findHiddenCharacter } from '#domain/text/typed-text.ts'
import { boundedList, boundedText, NoContent } from './input-parts.ts'

const MAX_RECIPIENTS = 10
const MAX_ADDRESS = 200
const MAX_URL = 1_000
const MAX_PASSWORD = 200

const plain = (longest: number) =>
  v.pipe(
    boundedText(longest),
    v.check((text) => findHiddenCharacter(text) === undefined, 'no characters that cannot be seen'),
  )
/** One address without a name: nothing in it can start another address or header line. */
export const emailAddress = v.pipe(
  plain(MAX_ADDRESS),
  v.regex(/^[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\]+$/, 'an email address'),
)
const passwordText = v.pipe(plain(MAX_PASSWORD), v.minLength(1))
const hostText = v.pipe(plain(255), v.regex(/^[A-Za-z0-9.:_-]*$/, 'a host such as mail.example'))

const security = v.picklist(['tls', 'starttls', 'none'])
const emailEntries = {
  isOn: v.boolean(),
  host: hostText,
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  security,
  user: plain(MAX_ADDRESS),
  from: v.union([v.literal(''), emailAddress]),
  recipients: boundedList(emailAddress, MAX_RECIPIENTS),
}
const webhookEntries = { isOn: v.boolean(), url: plain(MAX_URL) }

/** Without `password` the stored one stays; null removes it. It is never returned. */
export const SetAlertEmail = v.strictObject({ ...emailEntries, password: v.optional(v.nullable(passwordText)) })
export type SetAlertEmail = v.InferOutput<typeof SetAlertEmail>

/** Without `secret` the stored one stays. It is never returned. */
export const SetAlertWebhook = v.strictObject({
  ...webhookEntries,
  secret: v.optional(v.pipe(boundedText(100), v.regex(WEBHOOK_SECRET, 'whsec_ and 24 to 64 bytes in base64'))),
})
export type SetAlertWebhook = v.InferOutput<typeof SetAlertWebhook>

const channels = boundedList(v.picklist(ALERT_WAYS), ALERT_WAYS.length)
const waysOfKinds = v.strictObject({
  'wallet-below': channels,
  'wallet-days': channels,
  // Choices stored before this kind existed lack it.
  'deposit-late': v.optional(channels, [...ALERT_WAYS]),
  'sale-unknown': channels,
  'selling-stopped': channels,
  'service-away': channels,
  // Choices stored before this kind existed lack it.
  'backup-old': v.optional(channels, [...ALERT_WAYS]),
  'drawer-difference': channels,
  'day-summary': channels,
})

export const AlertChoice = v.strictObject({
  channels: waysOfKinds,
  unknownMinutes: v.pipe(v.number(), v.integer(), v.minValue(UNKNOWN_MINUTES.min), v.maxValue(UNKNOWN_MINUTES.max)),
  summaryTime: v.pipe(boundedText(5), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 22:30')),
  language: v.picklist(LANGUAGES),
})
export type AlertChoice = v.InferOutput<typeof AlertChoice>

/** With `expected`, nothing changes unless the stored choice is still what the person saw. */
export const SetAlertChoice = v.strictObject({ ...AlertChoice.entries, expected: v.optional(AlertChoice) })
export type SetAlertChoice = v.InferOutput<typeof SetAlertChoice>

/** One channel, or the channels of one kind. The alert is marked as a test. */
export const TestAlert = v.union([
  v.strictObject({ channel: v.picklist(ALERT_WAYS) }),
  v.strictObject({ kind: v.picklist(ALERT_KINDS) }),
])
export type TestAlert = v.InferOutput<typeof TestAlert>

const keyText = (longest: number) => v.pipe(boundedText(longest), v.regex(/^[A-Za-z0-9_-]+=*$/, 'base64url'))
/** From the browser's push service. Never returned. */
export const AddAlertDevice = v.strictObject({
  endpoint: v.pipe(plain(MAX_URL), v.url()),
  p256dh: keyText(100),
  auth: keyText(40),
})
export type AddAlertDevice = v.InferOutput<typeof AddAlertDevice>

const problem = v.picklist(ALERT_PROBLEMS)
/** `nextAt`: the attempt failed and will be repeated then. */
const lastDelivery = v.strictObject({
  at: time,
  state: v.picklist(['waiting', 'sent', 'failed']),
  isTest: v.boolean(),
  nextAt: v.exactOptional(time),
  problem: v.exactOptional(problem),
  status: v.exactOptional(count),
})
export type LastDelivery = v.InferOutput<typeof lastDelivery>

const alertDevice = v.strictObject({
  /** `deviceIdOf(endpoint)`, by which a browser recognizes itself. */
  id: v.string(),
  person: NamedRef,
  terminal: NamedRef,
  addedAt: time,
  last: v.exactOptional(lastDelivery),
})
export type AlertDevice = v.InferOutput<typeof alertDevice>

/** Supervisors only. Secrets are only reported as set or not. */
export const Alerts = v.strictObject({
  /** The administrator allows IP addresses in private networks, and plain HTTP to them. */
  allowsPrivate: v.boolean(),
  email: v.strictObject({ ...emailEntries, hasPassword: v.boolean(), last: v.exactOptional(lastDelivery) }),
  webhook: v.strictObject({ ...webhookEntries, hasSecret: v.boolean(), last: v.exactOptional(lastDelivery) }),
  push: v.strictObject({
    publicKey: v.string(),
    devices: v.array(alertDevice),
  }),
  kinds: v.array(v.picklist(ALERT_KINDS)),
  choice: AlertChoice,
  /** Newest first. */
  failed: v.array(
    v.strictObject({
      id: count,
      kind: v.picklist(ALERT_KINDS),
      channel: v.picklist(ALERT_WAYS),
      /** An email address, or the name of a till. */
      target: v.string(),
      madeAt: time,
      lastAt: time,
      tries: count,
      problem,
      status: v.exactOptional(count),
    }),
  ),
})
export type Alerts = v.InferOutput<typeof Alerts>

export const alertEndpoints = {
  'GET /api/alerts': { answer: Alerts },
  'PUT /api/alerts/email': { body: SetAlertEmail, answer: Alerts },
  'PUT /api/alerts/webhook': { body: SetAlertWebhook, answer: Alerts },
  'PUT /api/alerts/conditions': { body: SetAlertChoice, answer: Alerts },
  'POST /api/alerts/test': { body: TestAlert, answer: Alerts },
  'POST /api/alerts/devices': { body: AddAlertDevice, answer: Alerts },
  'POST /api/alerts/devices/:id/remove': { body: NoContent, answer: Alerts },
}
