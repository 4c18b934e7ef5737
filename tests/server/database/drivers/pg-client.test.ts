import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, onTestFinished, vi } from 'vitest'

import { findPassword } from '#server/database/drivers/pg-client.ts'
import { aFolder } from '../../../support/folders.ts'

it('the password is read from PGPASSFILE as PostgreSQL reads it, and from no file that others may open', async () => {
  const file = join(aFolder(), 'pgpass')
  const lines = [
    '# db:5432:toptill:toptill:no',
    'db:5432:toptill:toptill:a\\:b\\\\c',
    'localhost:*:*:toptill:socket',
    '*:*:*:other:any',
  ]
  writeFileSync(file, lines.join('\n'), { mode: 0o600 })
  vi.stubEnv('PGPASSFILE', file)
  onTestFinished(() => void vi.unstubAllEnvs())
  const address = { host: 'db', port: 5432, database: 'toptill', user: 'toptill' }
  expect(await findPassword(address)).toBe('a:b\\c')
  expect(await findPassword({ ...address, host: '/run/postgresql' })).toBe('socket')
  expect(await findPassword({ ...address, user: 'other' })).toBe('any')
  expect(await findPassword({ ...address, database: 'more' })).toBeUndefined()
  chmodSync(file, 0o644)
  await expect(findPassword(address)).rejects.toThrow('chmod 600')
})
