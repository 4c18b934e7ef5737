import { CommandError, runCommand, runProgram } from './command.mjs'

/** Each group has the tests that must catch its mutants. */
export const GROUPS = {
  domain: {
    files: [
      'src/domain/sale/{,steps/}*.ts',
      'src/domain/catalog/international{,-denominations}.ts',
      'src/domain/phone/phone-*.ts',
      'src/domain/catalog/voucher.ts',
      'src/domain/phone/contact.ts',
    ],
    // The tests left out here are random and take seconds each time.
    tests: [
      'tests/domain/{,catalog/,money/,phone/,reports/,text/,wallet/}*.test.ts',
      'tests/domain/sale/{,steps/}!(stories|rows).test.ts',
    ],
  },
  sales: {
    files: ['src/server/sales/{,batches/,engine/}*.ts'],
    // Only tests over a journal in memory: those over HTTP take ten times as long.
    tests: ['tests/server/sales/{,batches/,engine/}!(outage|sale-limits|sell*|vouchers).test.ts'],
  },
  queue: {
    files: [
      ...['request-queue', 'call-entry', 'call-writer', 'serial-mode', 'keys', 'caller', 'fence', 'health'].map(
        (name) => `src/server/wholesaler/${name}.ts`,
      ),
      'src/server/lib/concurrency.ts',
    ],
    tests: [
      'tests/server/wholesaler/{request-queue,keys,caller,lost-answers,write-lock,fence,stopped-selling,health}*.test.ts',
    ],
  },
}

export const groupNames = Object.keys(GROUPS) as (keyof typeof GROUPS)[]

export function mutatedGroup() {
  const name = groupNames.find((one) => one === process.env.MUTATION_GROUP)
  if (!name) throw new Error(`MUTATION_GROUP has to be one of ${groupNames.join(', ')}: use npm run mutation`)
  return { name, ...GROUPS[name] }
}

const USAGE = `npm run mutation [-- ${groupNames.join(' ')}]
Changes the money path in small ways and checks that a test fails for each change. Names limit it to these groups.`

async function mutate() {
  const requested = process.argv.slice(2)
  const unknown = requested.filter((name) => !groupNames.some((known) => known === name))
  if (unknown.length > 0)
    throw new CommandError(`There is no ${unknown.join(', ')}: name some of ${groupNames.join(', ')}.`)
  const failed = []
  for (const name of groupNames.filter((one) => requested.length === 0 || requested.includes(one))) {
    const args = ['run', 'tools/stryker.config.json', '--mutate', GROUPS[name].files.join(',')]
    args.push('--incrementalFile', `node_modules/.cache/mutation/${name}.json`)
    const { code } = await runProgram('stryker', args, { env: { ...process.env, MUTATION_GROUP: name }, show: true })
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0)
    throw new CommandError(`Too many changes went unnoticed, or none could be tried: ${failed.join(', ')}.`)
}

if (process.argv[1] === import.meta.filename) await runCommand(mutate, USAGE)
