import * as v from 'valibot'

import { LANGUAGES } from '#domain/language.ts'

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const IdOrName = v.union([v.strictObject({ id: Text }), v.strictObject({ name: Text })])

/** Who did something in another shop of the installation, and in which one. Without a person it was the administrator. */
const Sender = v.strictObject({
  shop: Text,
  person: v.optional(v.strictObject({ id: Text, name: Text, isOwner: v.boolean() })),
})
type Sender = v.InferOutput<typeof Sender>

/**
 * A person as another shop knows them. With a role they are let in here; without one only their PIN is brought up to date, or, without a PIN, whether they
 * are an owner.
 */
const StaffAdmit = v.strictObject({
  action: v.literal('staff admit'),
  id: Text,
  name: Text,
  isOwner: v.optional(v.boolean()),
  role: v.optional(v.picklist(['cashier', 'supervisor'])),
  /** The hash fits only where the pepper is the same, of which this is the fingerprint. */
  pin: v.optional(
    v.strictObject({
      hash: Text,
      rule: v.picklist(['cashier', 'supervisor']),
      /** When it was set (epoch ms): an older PIN never replaces a newer one. */
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

/** An administrator's command, as the command line reads it and the command socket carries it. */
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
  // Sent by one shop to another; no command line reads them.
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
  v.strictObject({ action: v.literal('backup'), file: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) }),
])
export type Command = v.InferOutput<typeof Command>
export type BackupCommand = Extract<Command, { action: 'backup' }>
/** A command on people, terminals or the audit log. */
export type StaffCommand = Exclude<Command, BackupCommand>
export type IdOrName = v.InferOutput<typeof IdOrName>

/** A command on its way to a process that runs: to the shop of this id, where it has several. */
export const AddressedCommand = v.strictObject({ shop: v.optional(Text), command: Command })
export type AddressedCommand = v.InferOutput<typeof AddressedCommand>
export type RunCommand = (command: Command, shopId: string | undefined) => Promise<CommandResult>

/**
 * `text` is for the administrator, whether the command succeeded or not. `isRefusal`: the shop itself looked at it and said no; every other failure is about
 * the way there, and names what another shop has no business to know.
 */
export const CommandResult = v.strictObject({
  ok: v.boolean(),
  text: v.string(),
  isRefusal: v.optional(v.literal(true)),
})
export type CommandResult = v.InferOutput<typeof CommandResult>
