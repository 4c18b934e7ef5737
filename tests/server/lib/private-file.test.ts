import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { accessLine, createPrivateFile } from '#server/lib/private-file.ts'
import { aFolder } from '../../support/folders.ts'

/** @security V13.3.1: On Windows, too, only its user can read the file of the connected account and the page with a one-time link. */

it('a private file is protected before its text is in it, and replaces no other file', () => {
  const file = join(aFolder(), 'private')
  createPrivateFile(file, 'secret', (created) => expect([created, readFileSync(created, 'utf8')]).toEqual([file, '']))
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['secret', 0o600])
  expect(() => createPrivateFile(file, 'other')).toThrow(/EEXIST/)
})

it('a private file that cannot be protected gets no text', () => {
  const file = join(aFolder(), 'private')
  const fail = () => {
    throw new Error('no access list here')
  }
  expect(() => createPrivateFile(file, 'secret', fail)).toThrow('no access list here')
  expect(!existsSync(file) || readFileSync(file, 'utf8') === '').toBe(true)
})

// https://learn.microsoft.com/windows-server/administration/windows-commands/icacls
it.each([
  [{ USERDOMAIN: 'SHOP-PC', USERNAME: 'Amal Rahman' }, 'SHOP-PC\\Amal Rahman:F'],
  [{ USERNAME: 'amal' }, 'amal:F'],
])('on Windows a private file inherits no access, and its user gets all of it: %j', (env, grant) => {
  const file = 'C:\\Users\\Amal Rahman\\Toptill\\account.json.new'
  expect(accessLine(file, { ...env, SystemRoot: 'C:\\WINDOWS' })).toEqual([
    'C:\\WINDOWS\\System32\\icacls.exe',
    file,
    '/inheritance:r',
    '/grant:r',
    grant,
  ])
})
