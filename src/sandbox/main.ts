import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { frontviews, isFrontviewName, type FrontviewName } from './frontview.ts'
import { startSandbox, type SandboxOptions } from './server.ts'

const USAGE = `toptill sandbox [--port 9000] [--base-path /wholesale/v2] [--data FOLDER] [--frontview NAME] [--products NUMBER] [--rough [--seed NUMBER]]
Starts the practice service apart, for a proxy elsewhere, and prints the three settings of its account.
--data       where its ledger is kept; without it nothing is
--frontview  its storefront: ${Object.keys(frontviews).join(', ')}
--products   how many products the storefront "huge" has
--rough      answers as a careless PHP backend sends them: numbers as text, lists as objects, notices around the JSON, compressed unasked ...
--seed       which of these an answer gets, 1 by default: the same seed sends the same ones`

type Say = (text: string) => void
/** Relative paths begin in `folder`. */
type On = { say: Say; sayError: Say; folder: string }

class NotUnderstood extends Error {}

/** Returns the exit code: 0 started, 1 not possible, 2 not understood. */
export async function runSandbox(words: string[], { say, sayError, folder }: On): Promise<number> {
  let port: string | undefined
  try {
    const values = readArguments(words)
    if (values.help) {
      say(USAGE)
      return 0
    }
    port = values.port
    const options: SandboxOptions = {
      ...(values.port !== undefined && { port: readPort(values.port) }),
      ...(values['base-path'] !== undefined && { basePath: values['base-path'] }),
      ...(values.data !== undefined && { dataFolder: resolve(folder, values.data) }),
      ...(values.frontview !== undefined && { frontview: readFrontviewName(values.frontview) }),
      ...(values.products !== undefined && { hugeProducts: readCount('--products', values.products) }),
      ...(values.rough && { rough: readCount('--seed', values.seed ?? '1') }),
    }
    const { baseUrl, posId, token, controlUrl } = await startSandbox(options)
    say(`The practice service runs. Its numbers and its ledger: ${controlUrl}`)
    say(`TOPUP_BASE_URL=${baseUrl}\nTOPUP_POS_ID=${posId}\nTOPUP_TOKEN=${token}`)
    return 0
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (error instanceof NotUnderstood) sayError(error.message)
    else if (isTaken) sayError(`Port ${port} is taken: choose another with --port.`)
    else sayError(`The practice service did not start: ${String(error)}`)
    return error instanceof NotUnderstood ? 2 : 1
  }
}

function readArguments(words: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: words,
      options: {
        help: flag,
        port: text,
        'base-path': text,
        data: text,
        frontview: text,
        products: text,
        rough: flag,
        seed: text,
      },
    }).values
  } catch (error) {
    throw new NotUnderstood(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new NotUnderstood(`--port takes a number up to 65535, not "${text}".`)
}

function readFrontviewName(text: string): FrontviewName {
  if (isFrontviewName(text)) return text
  throw new NotUnderstood(`--frontview takes one of ${Object.keys(frontviews).join(', ')}, not "${text}".`)
}

function readCount(option: string, text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new NotUnderstood(`${option} takes a number up to 999999, not "${text}".`)
}
