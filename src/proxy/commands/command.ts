import * as v from 'valibot'

const Words = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const IdOrName = v.union([v.strictObject({ id: Words }), v.strictObject({ name: Words })])

/** What the operator may ask for on the command line, as it also crosses the command socket. */
export const Command = v.variant('action', [
  v.strictObject({
    action: v.literal('staff add'),
    name: Words,
    role: v.picklist(['cashier', 'supervisor']),
    pin: v.string(),
  }),
  v.strictObject({ action: v.literal('staff list') }),
  v.strictObject({ action: v.literal('staff set-pin'), who: IdOrName, pin: v.string() }),
  v.strictObject({ action: v.literal('staff disable'), who: IdOrName }),
  v.strictObject({ action: v.literal('terminal enrol'), name: Words, kiosk: v.optional(v.literal(true)) }),
  v.strictObject({ action: v.literal('terminal list') }),
  v.strictObject({ action: v.literal('terminal revoke'), which: IdOrName }),
  v.strictObject({ action: v.literal('audit-log verify') }),
  v.strictObject({ action: v.literal('backup'), file: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) }),
])
export type Command = v.InferOutput<typeof Command>
export type BackupCommand = Extract<Command, { action: 'backup' }>
/** What is asked of the people, the terminals and what is written down of them. */
export type StaffCommand = Exclude<Command, BackupCommand>
/** A person or a terminal, by id or by name. */
export type IdOrName = v.InferOutput<typeof IdOrName>

/** `text` is for the operator, in both cases. */
export const CommandResult = v.strictObject({ ok: v.boolean(), text: v.string() })
export type CommandResult = v.InferOutput<typeof CommandResult>
