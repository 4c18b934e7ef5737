import { GROUPS, groupNames } from './mutated-groups.mjs'
import { runProgram } from './run-program.mjs'
import { runCommand, CommandError } from './console.mjs'

const USAGE = `npm run mutation [-- ${groupNames.join(' ')}]
Changes the money path in small ways and checks that a test fails for each change. Names limit it to these groups.`

async function mutate() {
  const requested = process.argv.slice(2)
  const unknown = requested.filter((name) => !groupNames.some((known) => known === name))
  if (unknown.length > 0)
    throw new CommandError(`There is no ${unknown.join(', ')}: name some of ${groupNames.join(', ')}.`)
  const failed = []
  for (const name of groupNames.filter((one) => requested.length === 0 || requested.includes(one))) {
    const args = ['run', 'scripts/stryker.config.json', '--mutate', GROUPS[name].files.join(',')]
    args.push('--incrementalFile', `node_modules/.cache/mutation/${name}.json`)
    const { code } = await runProgram('stryker', args, { env: { ...process.env, MUTATION_GROUP: name }, show: true })
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0)
    throw new CommandError(`Too many changes went unnoticed, or none could be tried: ${failed.join(', ')}.`)
}

await runCommand(mutate, USAGE)
