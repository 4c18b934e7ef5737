import * as v from 'valibot'

import { LANGUAGES } from '#domain/language.ts'

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const IdOrName = v.union([v.strictObject({ id: Text }), v.strictObject({ name: Text })])

/** Without a person, the administrator sent it. */
const Sender = v.strictObject({
  shop: Text,
  person: v.optional(v.strictObject({ id: Text, name: Text, isOwner: v.boolean() })),
})
type Sender = v.InferOutput<typeof Sender>

/** With a role, the person is admitted here; without one, only an existing person's PIN or owner right is updated. */
const StaffAdmit = v.strictObject({
  action: v.literal('staff admit'),
  id: Text,
  name: Text,
  isOwner: v.optional(v.boolean()),
  role: v.optional(v.picklist(['cashier', 'supervisor'])),
  /** The hash is valid only with the pepper that has this fingerprint. */
  pin: v.optional(
    v.strictObject({
      hash: Text,
      rule: v.picklist(['cashier', 'supervisor']),
      /** Epoch ms: an older PIN never replaces a newer one. */
      setAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      pepper: Text,
    }),
  ),
  language: v.optional(v.picklist(LANGUAGES)),
  from: Sender,
})
type StaffAdmit = v.InferOutput<typeof StaffAdmit>
const StaffDismiss = v.strictObject({ action: v.literal('staff dismiss'), id: Text, from: Sender })
type StaffDismiss = v.InferOutput<typeof StaffDismiss>

export const Command = v.variant('action', [
  v.strictObject({
    action: v.literal('staff add'),
    name: Text,
    role: v.picklist(['cashier', 'supervisor', 'owner']),
    pin: v.string(),
  }),
  v.strictObject({ action: v.literal('staff set-role'), who: IdOrName, role: v.picklist(['supervisor', 'owner']) }),
  v.strictObject({ action: v.literal('staff list') }),
  v.strictObject({ action: v.literal('staff set-pin'), who: IdOrName, pin: v.string() }),
  v.strictObject({ action: v.literal('staff disable'), who: IdOrName }),
  // Sent by one shop to another; not available at the command line.
  StaffAdmit,
  StaffDismiss,
  v.strictObject({
    action: v.literal('terminal enroll'),
    name: Text,
    kiosk: v.optional(v.literal(true)),
    selfOrder: v.optional(v.literal(true)),
  }),
  v.strictObject({ action: v.literal('staff language'), id: Text, language: v.picklist(LANGUAGES) }),
  v.strictObject({ action: v.literal('terminal list') }),
  v.strictObject({ action: v.literal('terminal revoke'), which: IdOrName }),
  v.strictObject({ action: v.literal('audit-log verify') }),
  v.strictObject({ action: v.literal('check') }),
  v.strictObject({ action: v.literal('backup'), file: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) }),
])
export type Command = v.InferOutput<typeof Command>
export type BackupCommand = Extract<Command, { action: 'backup' }>
export type StaffCommand = Exclude<Command, { action: 'backup' | 'check' }>
export type TypedCommand = StaffCommand | BackupCommand
export type IdOrName = v.InferOutput<typeof IdOrName>

export const AddressedCommand = v.strictObject({ shop: v.optional(Text), command: Command })
export type AddressedCommand = v.InferOutput<typeof AddressedCommand>
export type RunCommand = (command: Command, shopId: string | undefined) => Promise<CommandResult>

/** `isRefusal`: the shop itself refused. Other failures are about the connection, and their details are not for another shop. */
export const CommandResult = v.strictObject({
  ok: v.boolean(),
  text: v.string(),
  isRefusal: v.optional(v.literal(true)),
})
export type CommandResult = v.InferOutput<typeof CommandResult>
