import { isDeepStrictEqual } from 'node:util'

import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'

import { AlertChoice, SetAlertEmail, SetAlertWebhook } from '#api/alerts.ts'
import type { AuditDetail } from '#domain/audit.ts'
import { DEFAULT_ALERT_CONDITIONS, type AlertKind, type AlertChannel } from '#domain/alerts.ts'
import { InvalidOperation, staleChange } from '../lib/failures.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Seal } from '../lib/seal.ts'
import type { Actor } from '../audit/audit-log.ts'
import type { AddressGuard } from '../lib/address-guard.ts'
import { readSettings } from '../staff/settings.ts'
import { alertDevices, type Device, type DeviceParts } from './alert-devices.ts'
import type { AlertTarget } from './deliveries.ts'
import { createVapidKey } from './web-push.ts'
import { findWebhookProblem } from './webhook.ts'

const Record = v.object({
  email: v.omit(SetAlertEmail, ['password']),
  webhook: v.omit(SetAlertWebhook, ['secret']),
  choice: AlertChoice,
})
type Record = v.InferOutput<typeof Record>

const Secrets = v.object({
  password: v.optional(v.string()),
  webhookSecret: v.optional(v.string()),
  vapidKey: v.string(),
})
type Secrets = v.InferOutput<typeof Secrets>

const { channels, unknownMinutes, summaryTime } = DEFAULT_ALERT_CONDITIONS
const DEFAULTS: Record = {
  email: { isOn: false, host: '', port: 465, security: 'tls', user: '', from: '', recipients: [] },
  webhook: { isOn: false, url: '' },
  choice: v.parse(AlertChoice, { channels, unknownMinutes, summaryTime, language: 'en' }),
}
const PLACE = 'alert_settings'

type Stored = { record: Record; secrets: Secrets }

export type AlertSettings = Awaited<ReturnType<typeof openAlertSettings>>
export type AlertSnapshot = Awaited<ReturnType<AlertSettings['snapshot']>>

/** Cached in memory. Audit entries of changes contain only hosts, no secrets. */
export async function openAlertSettings(deps: DeviceParts) {
  const { db, audit, seal, guard } = deps
  // With another pepper, the secrets are lost, and each channel reports that its own is missing.
  let { record, secrets } = await read(db, seal, { record: DEFAULTS, secrets: { vapidKey: createVapidKey() } })

  async function write(trx: Transaction<JournalTables>, next: Stored): Promise<void> {
    const row = { record: JSON.stringify(next.record), secrets: seal.close(JSON.stringify(next.secrets), PLACE) }
    await trx
      .insertInto('alert_settings')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }

  async function save(change: (before: Stored) => Partial<Stored>, actor: Actor, detail: AuditDetail): Promise<void> {
    await audit.commit(async (trx, note) => {
      // Read inside the commit: an earlier commit of the same group may not be in memory yet.
      const before = await read(trx, seal, { record, secrets })
      const next = { ...before, ...change(before) }
      await write(trx, next)
      await note({ kind: 'alerts-changed', ...actor, detail })
    })
    ;({ record, secrets } = await read(db, seal, { record, secrets }))
  }

  const devices = alertDevices(deps, (trx) => write(trx, { record, secrets }))

  return {
    ...devices,
    record: (): Record => record,
    secrets: (): Secrets => secrets,

    async setEmail({ password, ...email }: SetAlertEmail, actor: Actor): Promise<void> {
      const change = (before: Stored) => withEmail(before, { password, email }, guard)
      await save(change, actor, {
        channel: 'email',
        isOn: email.isOn,
        host: email.host,
        recipients: email.recipients.length,
      })
    },

    async setWebhook({ secret, ...webhook }: SetAlertWebhook, actor: Actor): Promise<void> {
      const change = (before: Stored): Stored => {
        const webhookSecret = secret ?? before.secrets.webhookSecret
        if (webhook.isOn) checkWebhook(webhook.url, webhookSecret, guard)
        const next = { ...before.secrets, ...(webhookSecret === undefined ? {} : { webhookSecret }) }
        return { record: { ...before.record, webhook }, secrets: next }
      }
      await save(change, actor, {
        channel: 'webhook',
        isOn: webhook.isOn,
        // The rest of the URL may be a secret of the receiver.
        host: URL.canParse(webhook.url) ? new URL(webhook.url).host : '',
      })
    },

    /** Throws `RequestRefused` 409 if the stored choice differs from `expected`. */
    setChoice(choice: AlertChoice, actor: Actor, expected?: AlertChoice): Promise<void> {
      const change = ({ record: before }: Stored): Partial<Stored> => {
        if (expected && !isDeepStrictEqual(before.choice, expected)) throw staleChange()
        return { record: { ...before, choice } }
      }
      return save(change, actor, {
        unknownMinutes: choice.unknownMinutes,
        summaryTime: choice.summaryTime,
        channels: Object.values(choice.channels).flat().length,
      })
    },

    targets: async () => targetsOf(record, await devices.devices()),

    snapshot: snapshotReader(deps, devices, () => ({ record, secrets })),

    waysOf: (kind: AlertKind): readonly AlertChannel[] => record.choice.channels[kind],
  }
}

type Devices = Pick<ReturnType<typeof alertDevices>, 'devices' | 'subscriptions'>

/** Reads from the journal everything that decides what is sent, and where. */
const snapshotReader =
  ({ db, seal }: DeviceParts, { devices, subscriptions }: Devices, current: () => Stored) =>
  async () => {
    const stored = await read(db, seal, current())
    const [present, subscribed] = [await devices(), await subscriptions()]
    const { drawer, wallet } = await readSettings(db)
    const { line, lowBalanceDays } = wallet
    return {
      ...stored,
      subscriptions: subscribed,
      targets: targetsOf(stored.record, present),
      drawer,
      line,
      lowBalanceDays,
    }
  }

/** Uses `otherwise` for what is missing or unreadable. */
async function read(on: Kysely<JournalTables>, seal: Seal, otherwise: Stored): Promise<Stored> {
  const row = await on.selectFrom('alert_settings').selectAll().executeTakeFirst()
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Record), row?.record)
  const opened = row && seal.open(row.secrets, PLACE)
  const known = v.safeParse(v.pipe(v.string(), v.parseJson(), Secrets), opened)
  return {
    record: stored.success ? stored.output : otherwise.record,
    secrets: known.success ? known.output : otherwise.secrets,
  }
}

function targetsOf({ email, webhook }: Record, devices: readonly Device[]): AlertTarget[] {
  return [
    ...(email.isOn ? email.recipients.map((target) => ({ channel: 'email' as const, target })) : []),
    ...(webhook.isOn ? [{ channel: 'webhook' as const, target: '' }] : []),
    ...devices.map(({ id }) => ({ channel: 'push' as const, target: id })),
  ]
}

/** Throws `InvalidOperation` for an email that cannot be sent, or a stored password for another server. */
function withEmail(
  before: Stored,
  { password, email }: { password: SetAlertEmail['password']; email: Omit<SetAlertEmail, 'password'> },
  guard: AddressGuard,
): Stored {
  const isSameServer = (['host', 'port', 'security', 'user'] as const).every(
    (key) => email[key] === before.record.email[key],
  )
  if (password === undefined && before.secrets.password !== undefined && !isSameServer)
    throw new InvalidOperation('Enter the password of the mail server again, because the server or the user changed.')
  const kept = password === undefined ? before.secrets.password : (password ?? undefined)
  if (email.isOn) checkEmail(email, kept, guard)
  return { record: { ...before.record, email }, secrets: withPassword(before.secrets, kept) }
}

function withPassword(secrets: Secrets, password: string | undefined): Secrets {
  const { webhookSecret, vapidKey } = secrets
  return {
    vapidKey,
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(password === undefined ? {} : { password }),
  }
}

function checkEmail(email: Record['email'], password: string | undefined, guard: AddressGuard): void {
  if (email.host === '' || email.from === '' || email.recipients.length === 0)
    throw new InvalidOperation('Email needs a server, a sender and at least one recipient.')
  if (email.user !== '' && password === undefined) throw new InvalidOperation('The mail server needs a password.')
  if (email.security === 'none' && !guard.allowsPrivate)
    throw new InvalidOperation(
      'Mail without TLS is sent only to private networks, which the administrator has not allowed.',
    )
  if (guard.forbids(email.host)) throw forbiddenHost()
}

function checkWebhook(url: string, secret: string | undefined, guard: AddressGuard): void {
  const problem = findWebhookProblem(url, guard.allowsPrivate)
  if (problem === 'not-an-address')
    throw new InvalidOperation('This is not an address such as https://hooks.example/till.')
  if (problem === 'not-https') throw new InvalidOperation('A webhook address has to begin with https.')
  if (guard.forbids(new URL(url).hostname.replace(/^\[|\]$/g, ''))) throw forbiddenHost()
  if (secret === undefined)
    throw new InvalidOperation('A webhook needs a secret, so that its receiver can verify the alerts.')
}

const forbiddenHost = () =>
  new InvalidOperation('Nothing is sent to this address. The administrator has to allow private networks.')
