import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { InvalidOperation } from '../lib/failures.ts'
import { asCalled, HELP, refuseUnknown, USAGE, VERBS, type Verb } from './help.ts'
import { enterHome, hintOfHome, homeFolder } from './home.ts'
import { loadBuilt, type Called } from './load-built.ts'
import { UsageError } from './read-command.ts'
import { isPackageBroken, sentenceFor, unloadable } from './sentence-for.ts'

type Say = (text: string) => void
type RunSandbox = (words: string[], on: { say: Say; sayError: Say; folder: string }) => Promise<number>

/** Returns the exit code: 0 done, 1 not possible, 2 not understood. */
export async function runToptill(words: readonly string[], called: Called): Promise<number> {
  const { env, repair } = called
  const say = (text: string) => console.log(asCalled(text, env))
  const sayError = (text: string) => void process.stderr.write(`${asCalled(text, env)}\n`)
  try {
    return await run(words, called, say, sayError)
  } catch (error) {
    if (error instanceof UsageError || error instanceof InvalidOperation) {
      sayError(error.message)
      return error instanceof UsageError ? 2 : 1
    }
    if (isPackageBroken(error)) {
      if (repair) return repair()
      sayError(unloadable(error))
    } else sayError(sentenceFor(error))
    return 1
  }
}

/** After a failure, open listeners would keep the process alive. Output to a pipe is written first. */
export function endWith(code: number): void {
  process.exitCode = code
  if (code !== 0) process.stdout.write('', () => process.exit())
}

async function run(words: readonly string[], called: Called, say: Say, sayError: Say): Promise<number> {
  const { home, rest } = takeHome(words)
  const [first = 'start'] = rest
  const hasVerb = !first.startsWith('-') || isHelp(first)
  const [word = 'start', ...more] = first === '--version' ? ['version'] : hasVerb ? rest : ['start', ...rest]
  if (isHelp(word)) {
    say(HELP)
    return 0
  }
  const verb = VERBS.find((one) => one === word)
  if (!verb) throw new UsageError(refuseUnknown(word))
  if (verb === 'sandbox') {
    const { runSandbox } = await loadBuilt<{ runSandbox: RunSandbox }>(called.root, 'sandbox-alone')
    return runSandbox(more, { say, sayError, folder: called.folder })
  }
  if (more.some(isHelp)) {
    say(USAGE[verb])
    return 0
  }
  if (home !== undefined) called.env.TOPTILL_HOME = home
  return runVerb(verb, more, called, { say, sayError })
}

async function runVerb(
  verb: Exclude<Verb, 'sandbox'>,
  words: string[],
  called: Called,
  { say, sayError }: { say: Say; sayError: Say },
): Promise<number> {
  const allow = (...known: string[]) => {
    const wrong = words.find((word) => !known.includes(word))
    if (wrong !== undefined) throw new UsageError(`toptill ${verb} does not take "${wrong}".\n\n${USAGE[verb]}`)
  }
  if (verb === 'version') {
    allow()
    say(JSON.parse(readFileSync(join(called.root, 'package.json'), 'utf8')).version)
    return 0
  }
  if (verb === 'start') allow('--log-to-files', '--open')
  if (verb === 'check') allow()
  const hint = hintOfHome(called)
  if (hint !== undefined) sayError(hint)
  if (verb === 'upgrade' && !existsSync(homeFolder(called)))
    throw new InvalidOperation(`There is no folder ${homeFolder(called)}.`)
  const home = enterHome(called)
  switch (verb) {
    case 'start': {
      if (words.includes('--log-to-files')) (await import('./start/log-to-files.ts')).logToFiles(join(home, 'logs'))
      await (await import('./start/start.ts')).start(called, words.includes('--open') ? home : undefined)
      return 0
    }
    case 'check':
      return (await import('./check.ts')).check(called.env, say)
    case 'service':
      return (await import('./service/service.ts')).runService(words, { ...called, home }, say)
    case 'upgrade':
      return (await import('./upgrade/upgrade.ts')).runUpgrade(words, { ...called, home }, say)
    default: {
      const { env, folder } = called
      const { stdin: input, stdout: output, stderr: errors } = process
      const { runCommandLine } = await import('./command-line.ts')
      return runCommandLine(verb, words, { env, input, output, errors, folder })
    }
  }
}

const isHelp = (word: string) => word === '--help' || word === '-h'

function takeHome(words: readonly string[]): { home?: string; rest: string[] } {
  const at = words.indexOf('--home')
  if (at < 0) return { rest: [...words] }
  const home = words[at + 1]
  if (!home || home.startsWith('-')) throw new UsageError('--home needs a FOLDER.')
  return { home, rest: words.toSpliced(at, 2) }
}
