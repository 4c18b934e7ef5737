import { onTestFinished } from 'vitest'

import { startSandbox, type Sandbox, type SandboxOptions } from '#sandbox/server.ts'
import { aFolder } from '../support/folders.ts'

export async function aSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(sandbox.close)
  return sandbox
}

export function aRestartedSandbox() {
  const folder = aFolder()
  let running: Sandbox | undefined
  async function start(options: SandboxOptions = {}): Promise<Sandbox> {
    await running?.close()
    return (running = await aSandbox({ dataFolder: folder, ...options }))
  }
  return { folder, start }
}
