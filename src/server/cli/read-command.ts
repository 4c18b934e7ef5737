import { parseArgs } from 'node:util'

import type { Command, IdOrName } from './command.ts'
import { problemOf } from '../lib/failures.ts'

export const NOUNS = ['staff', 'terminal', 'audit-log', 'backup'] as const
export type Noun = (typeof NOUNS)[number]

/** The message contains the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const OF_A_SHOP = 'With several shops, --shop deira says which one.'

export const USAGE: Record<Noun, string> = {
  staff: `npm run staff -- add --name "Amal Rahman" --role cashier|supervisor|owner [--pin-stdin | --pin 2580]
npm run staff -- list
npm run staff -- set-role --name … | --id … --role supervisor|owner
npm run staff -- set-pin --name … | --id … [--pin-stdin | --pin 2580]
npm run staff -- disable --name … | --id …
An owner is a supervisor who sees all shops of an installation with several.
A new PIN also unlocks a person who is locked after too many wrong PINs. A supervisor can unlock them under Staff, too.
You are prompted for the PIN. --pin-stdin takes it from the first line of standard input instead. --pin shows it to everyone on this machine, in
the list of processes, and keeps it in the shell's history.
${OF_A_SHOP}`,
  terminal: `npm run terminal -- enroll --name "Till 1" [--kiosk | --self-order]
npm run terminal -- list
npm run terminal -- revoke --name … | --id …
${OF_A_SHOP}`,
  'audit-log': `npm run audit-log -- verify
Verifies that no entry of the audit log was changed, removed or added. Ends with 1 if one was.
${OF_A_SHOP}`,
  backup: `npm run backup -- FILE
Writes a copy of the database to FILE, which must not exist yet. Toptill may be running or stopped.`,
}

/** `pinFrom`: prompt for the PIN or read standard input, because none was typed. */
export type ReadCommand =
  { command: Command; wasPinTyped?: true } | { withPin: (pin: string) => Command; pinFrom: 'prompt' | 'input' }
export type TypedCommand = ReadCommand & { shop?: string }

export function readCommand(noun: Noun, words: readonly string[]): TypedCommand {
  const { shop, ...typed } = split(noun, words)
  return { ...readOf(noun, typed), ...(shop === undefined ? {} : { shop }) }
}

function readOf(noun: Noun, { action, names, options }: Omit<Typed, 'shop'>): ReadCommand {
  const wrong = (problem: string): never => {
    throw new UsageError(`${problem}\n\n${USAGE[noun]}`)
  }
  const only = (...allowed: (keyof Options)[]) => {
    const extra = Object.keys(options).find((option) => !allowed.some((name) => name === option))
    if (extra) wrong(`${noun === 'backup' ? noun : `${noun} ${action}`} has no --${extra}.`)
  }
  const name = () => options.name ?? wrong(`${noun} ${action} needs --name.`)
  const named = (): IdOrName => {
    if (options.id !== undefined && options.name !== undefined) wrong('Give --name or --id, not both.')
    if (options.id !== undefined) return { id: options.id }
    return { name: options.name ?? wrong(`${noun} ${action} needs --name or --id.`) }
  }
  const { pin, 'pin-stdin': isPinOnInput } = options
  const pinned = (withPin: (pin: string) => Command): ReadCommand => {
    if (pin === undefined) return { withPin, pinFrom: isPinOnInput ? 'input' : 'prompt' }
    if (isPinOnInput) wrong('Give --pin or --pin-stdin, not both.')
    return { command: withPin(pin), wasPinTyped: true }
  }

  if (noun === 'backup') {
    only()
    const [file, ...others] = names
    if (others.length > 0) wrong('A copy is written to one FILE.')
    return { command: { action: 'backup', file: file || wrong('Name the FILE to write the copy to.') } }
  }
  switch (`${noun} ${action}`) {
    case 'staff add': {
      only('name', 'role', 'pin', 'pin-stdin')
      const person = { name: name(), role: options.role ?? wrong('staff add needs --role.') }
      const { role } = person
      if (role !== 'cashier' && role !== 'supervisor' && role !== 'owner')
        return wrong('--role is cashier, supervisor or owner.')
      return pinned((pin) => ({ action: 'staff add', name: person.name, role, pin }))
    }
    case 'staff set-pin': {
      only('name', 'id', 'pin', 'pin-stdin')
      const who = named()
      return pinned((pin) => ({ action: 'staff set-pin', who, pin }))
    }
    case 'staff set-role': {
      only('name', 'id', 'role')
      const who = named()
      const { role } = options
      if (role !== 'supervisor' && role !== 'owner') return wrong('--role is supervisor or owner.')
      return { command: { action: 'staff set-role', who, role } }
    }
    case 'staff disable':
      only('name', 'id')
      return { command: { action: 'staff disable', who: named() } }
    case 'staff list':
      only()
      return { command: { action: 'staff list' } }
    case 'terminal list':
      only()
      return { command: { action: 'terminal list' } }
    case 'terminal enroll': {
      only('name', 'kiosk', 'self-order')
      const { kiosk, 'self-order': selfOrder } = options
      if (kiosk && selfOrder) return wrong('A till is --kiosk or --self-order, not both.')
      const kind = { ...(kiosk && { kiosk }), ...(selfOrder && { selfOrder }) }
      return { command: { action: 'terminal enroll', name: name(), ...kind } }
    }
    case 'audit-log verify':
      only()
      return { command: { action: 'audit-log verify' } }
    case 'terminal revoke':
      only('name', 'id')
      return { command: { action: 'terminal revoke', which: named() } }
    default:
      return wrong(action ? `${noun} cannot ${action}.` : `${noun} needs an action.`)
  }
}

type Options = {
  name?: string
  id?: string
  role?: string
  pin?: string
  'pin-stdin'?: true
  kiosk?: true
  'self-order'?: true
}

type Typed = { action: string; names: string[]; options: Options; shop?: string }

function split(noun: Noun, words: readonly string[]): Typed {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: {
        name: text,
        id: text,
        role: text,
        pin: text,
        'pin-stdin': flag,
        kiosk: flag,
        'self-order': flag,
        shop: text,
      },
      allowPositionals: true,
    })
    const { shop, ...options } = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== ''),
    ) as Options & {
      shop?: string
    }
    return { action: positionals.join(' '), names: positionals, options, ...(shop === undefined ? {} : { shop }) }
  } catch (error) {
    const [sentence] = problemOf(error).split(/\.\s|\n/)
    throw new UsageError(`${sentence?.replace(/\.$/, '')}.\n\n${USAGE[noun]}`)
  }
}
