import { rmSync } from 'node:fs'

import { onTestFinished } from 'vitest'

import { aLastingFolder } from './lasting-folder.ts'

export { aLastingFolder }

export function aFolder(): string {
  const folder = aLastingFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
