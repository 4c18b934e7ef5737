import { parseArgs } from 'node:util'

import { startSandbox, type SandboxOptions } from './server.ts'

/** Starts the practice service apart, for a proxy of its own: `--port`, `--base-path`, `--data`. */
const { values } = parseArgs({
  options: { port: { type: 'string' }, 'base-path': { type: 'string' }, data: { type: 'string' } },
})

const options: SandboxOptions = {
  ...(values.port !== undefined && { port: readPort(values.port) }),
  ...(values['base-path'] !== undefined && { basePath: values['base-path'] }),
  ...(values.data !== undefined && { dataFolder: values.data }),
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

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  process.stderr.write(`--port takes a number up to 65535, not "${text}".\n`)
  process.exit(1)
}
