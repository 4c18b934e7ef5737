import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { CommandError, rootFolder, runProgram } from './command.mjs'

const { version } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')) as { version: string }
export const LATER_VERSION = version.replace(/\d+$/, (patch) => String(Number(patch) + 1))

/** Not part of a clone. */
const LEFT_OUT = /^\/(node_modules|dist|data|logs|reports|release|coverage|test-results|\.git)(\/|$)/

/** Builds a copy of this clone as a later version, whose database has another migration. Returns its folder. */
export async function buildLaterVersion(folder: string): Promise<string> {
  const clone = join(folder, 'later-clone')
  cpSync(rootFolder, clone, { recursive: true, filter: (path) => !LEFT_OUT.test(path.slice(rootFolder.length)) })
  symlinkSync(join(rootFolder, 'node_modules'), join(clone, 'node_modules'))
  const change = (file: string, from: RegExp, to: string) => {
    const text = readFileSync(join(clone, file), 'utf8')
    if (!from.test(text)) throw new CommandError(`${file} has no ${from}`)
    writeFileSync(join(clone, file), text.replace(from, to))
  }
  change('package.json', /"version": ".*"/, `"version": "${LATER_VERSION}"`)
  change(
    'src/server/database/schema/migrations.ts',
    /\n\}\n\n\/\*\* The last name/,
    `
  '9999-${LATER_VERSION}': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('later_notes').addColumn('id', 'integer', (column) => column.primaryKey()).execute()
      await db.schema.alterTable('sales').addColumn('later', 'text').execute()
    },
  },$&`,
  )
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runProgram(process.execPath, ['tools/build.mjs'], { folder: clone, env })
  if (code !== 0) throw new CommandError(`The later version cannot be built:\n${output}`)
  return clone
}
