import { parseArgs } from 'node:util'

import { frontviews, isFrontviewName, type FrontviewName } from './frontview.ts'
import { startSandbox, type SandboxOptions } from './server.ts'

const USAGE = `npm run sandbox -- [--port 9000] [--base-path /wholesale/v2] [--data FOLDER] [--frontview NAME] [--products NUMBER] [--rough [--seed NUMBER]]
Starts the practice service apart, for a proxy elsewhere, and prints the three settings of its account.
--data       where its ledger is kept; without it nothing is
--frontview  its storefront: ${Object.keys(frontviews).join(', ')}
--products   how many products the storefront "huge" has
--rough      answers as a careless PHP backend sends them: numbers as text, lists as objects, notices around the JSON, compressed unasked ...
--seed       which of these an answer gets, 1 by default: the same seed sends the same ones`

const values = readArguments()
const options: SandboxOptions = {
  ...(values.port !== undefined && { port: readPort(values.port) }),
  ...(values['base-path'] !== undefined && { basePath: values['base-path'] }),
  ...(values.data !== undefined && { dataFolder: values.data }),
  ...(values.frontview !== undefined && { frontview: readFrontviewName(values.frontview) }),
  ...(values.products !== undefined && { hugeProducts: readCount('--products', values.products) }),
  ...(values.rough && { rough: readCount('--seed', values.seed ?? '1') }),
}

try {
  const { baseUrl, posId, token, controlUrl } = await startSandbox(options)
  console.log(`The practice service runs. Its numbers and its ledger: ${controlUrl}`)
  console.log(`TOPUP_BASE_URL=${baseUrl}\nTOPUP_POS_ID=${posId}\nTOPUP_TOKEN=${token}`)
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  process.stderr.write(
    isTaken
      ? `Port ${values.port} is taken: choose another with --port.\n`
      : `The practice service did not start: ${String(error)}\n`,
  )
  process.exitCode = 1
}

function readArguments() {
  const text = { type: 'string' } as const
  try {
    const { values: read } = parseArgs({
      options: {
        help: { type: 'boolean' },
        port: text,
        'base-path': text,
        data: text,
        frontview: text,
        products: text,
        rough: { type: 'boolean' },
        seed: text,
      },
    })
    if (!read.help) return read
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
  console.log(USAGE)
  process.exit(0)
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  return refuse(`--port takes a number up to 65535, not "${text}".`)
}

function readFrontviewName(text: string): FrontviewName {
  if (isFrontviewName(text)) return text
  return refuse(`--frontview takes one of ${Object.keys(frontviews).join(', ')}, not "${text}".`)
}

function readCount(option: string, text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  return refuse(`${option} takes a number up to 999999, not "${text}".`)
}

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
