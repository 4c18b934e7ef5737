import { parseArgs } from 'node:util'

import type { IdOrName, TypedCommand } from './command.ts'
import { problemOf } from '../lib/failures.ts'
import { USAGE } from './help.ts'

export const NOUNS = ['staff', 'terminal', 'audit-log', 'backup'] as const
export type Noun = (typeof NOUNS)[number]

/** The message contains the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** `pinFrom`: prompt for the PIN or read standard input, because none was typed. */
export type ReadCommand =
  | { command: TypedCommand; wasPinTyped?: true }
  | { withPin: (pin: string) => TypedCommand; pinFrom: 'prompt' | 'input' }
export type ReadLine = ReadCommand & { shop?: string }

export function readCommand(noun: Noun, words: readonly string[]): ReadLine {
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
  const pinned = (withPin: (pin: string) => TypedCommand): ReadCommand => {
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
