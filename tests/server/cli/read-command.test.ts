import { expect, it } from 'vitest'

import { readCommand, UsageError, type Noun } from '#server/cli/read-command.ts'

const read = (line: string) => {
  const [noun, ...words] = line.split(' ')
  return readCommand(noun as Noun, words)
}

it.each([
  {
    line: 'staff add --name Amal --role cashier --pin 2580',
    command: { action: 'staff add', name: 'Amal', role: 'cashier', pin: '2580' },
    typed: true,
  },
  { line: 'staff list', command: { action: 'staff list' } },
  {
    line: 'staff set-pin --name Amal --pin=7193',
    command: { action: 'staff set-pin', who: { name: 'Amal' }, pin: '7193' },
    typed: true,
  },
  { line: 'staff disable --id abc', command: { action: 'staff disable', who: { id: 'abc' } } },
  {
    line: 'staff set-role --name Sara --role owner',
    command: { action: 'staff set-role', who: { name: 'Sara' }, role: 'owner' },
  },
  { line: 'terminal enroll --name Till', command: { action: 'terminal enroll', name: 'Till' } },
  { line: 'terminal list', command: { action: 'terminal list' } },
  { line: 'terminal revoke --name Till', command: { action: 'terminal revoke', which: { name: 'Till' } } },
  { line: 'backup /mnt/copy.db', command: { action: 'backup', file: '/mnt/copy.db' } },
])('readCommand reads `$line`', ({ line, command, typed }) => {
  expect(read(line)).toEqual({ command, ...(typed && { wasPinTyped: true }) })
})

it.each([
  { line: 'staff add --name Amal --role cashier', rest: { action: 'staff add', name: 'Amal', role: 'cashier' } },
  { line: 'staff set-pin --id abc', rest: { action: 'staff set-pin', who: { id: 'abc' } } },
  {
    line: 'staff set-pin --pin-stdin --id abc',
    rest: { action: 'staff set-pin', who: { id: 'abc' } },
    pinFrom: 'input',
  },
])('readCommand asks for a PIN for `$line`', ({ line, rest, pinFrom = 'prompt' }) => {
  const command = read(line)
  if (!('withPin' in command)) throw new Error('it has its PIN')
  expect([command.withPin('2580'), command.pinFrom]).toEqual([{ ...rest, pin: '2580' }, pinFrom])
})

it('the usage of staff says that a new PIN ends a lockout', () => {
  expect(() => read('staff')).toThrow(/set-pin[^]*new PIN[^]*locked/)
})

it.each([
  { line: 'staff', problem: 'staff needs an action.' },
  { line: 'backup', problem: 'Name the FILE to write the copy to.' },
  { line: 'backup a.db b.db', problem: 'A copy is written to one FILE.' },
  { line: 'backup a.db --name Amal', problem: 'backup has no --name.' },
  { line: 'staff dance', problem: 'staff cannot dance.' },
  { line: 'staff set-role --name Sara --role cashier', problem: '--role is supervisor or owner.' },
  { line: 'staff list all', problem: 'staff cannot list all.' },
  { line: 'staff enroll --name Till', problem: 'staff cannot enroll.' },
  { line: 'terminal add --name Amal', problem: 'terminal cannot add.' },
  { line: 'staff add --role cashier', problem: 'staff add needs --name.' },
  { line: 'staff add --name= --role cashier', problem: 'staff add needs --name.' },
  { line: 'staff add --name Amal', problem: 'staff add needs --role.' },
  { line: 'staff add --name Amal --role boss', problem: '--role is cashier, supervisor or owner.' },
  { line: 'staff set-pin', problem: 'staff set-pin needs --name or --id.' },
  { line: 'staff disable --name Amal --id abc', problem: 'Give --name or --id, not both.' },
  { line: 'staff set-pin --name Amal --pin 2580 --pin-stdin', problem: 'Give --pin or --pin-stdin, not both.' },
  { line: 'staff disable --name Amal --pin-stdin', problem: 'staff disable has no --pin-stdin.' },
  { line: 'staff list --name Amal', problem: 'staff list has no --name.' },
  { line: 'terminal enroll --name Till --pin 2580', problem: 'terminal enroll has no --pin.' },
  { line: 'staff add --nam Amal', problem: "Unknown option '--nam'." },
  { line: 'staff add --name', problem: "Option '--name <value>' argument missing." },
])('readCommand rejects `$line`: $problem', ({ line, problem }) => {
  expect(() => read(line)).toThrow(UsageError)
  expect(() => read(line)).toThrow(`${problem}\n\ntoptill ${line.split(' ')[0]} `)
})
