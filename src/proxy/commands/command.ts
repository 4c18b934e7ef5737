import * as v from 'valibot'

const Words = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const Named = v.union([v.strictObject({ id: Words }), v.strictObject({ name: Words })])

/** What the operator may ask for on the command line, as it also crosses the command socket. */
export const Command = v.variant('deed', [
  v.strictObject({
    deed: v.literal('staff add'),
    name: Words,
    role: v.picklist(['cashier', 'supervisor']),
    pin: v.string(),
  }),
  v.strictObject({ deed: v.literal('staff list') }),
  v.strictObject({ deed: v.literal('staff set-pin'), who: Named, pin: v.string() }),
  v.strictObject({ deed: v.literal('staff disable'), who: Named }),
  v.strictObject({ deed: v.literal('terminal enrol'), name: Words, kiosk: v.optional(v.literal(true)) }),
  v.strictObject({ deed: v.literal('terminal list') }),
  v.strictObject({ deed: v.literal('terminal revoke'), which: Named }),
  v.strictObject({ deed: v.literal('audit-log verify') }),
  v.strictObject({ deed: v.literal('backup'), file: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) }),
])
export type Command = v.InferOutput<typeof Command>
export type BackupCommand = Extract<Command, { deed: 'backup' }>
/** What is asked of the people, the terminals and what is written down of them. */
export type StaffCommand = Exclude<Command, BackupCommand>
/** A person or a terminal, by id or by name. */
export type Named = v.InferOutput<typeof Named>

/** `text` is for the operator, in both cases. */
export const CommandResult = v.strictObject({ ok: v.boolean(), text: v.string() })
export type CommandResult = v.InferOutput<typeof CommandResult>
