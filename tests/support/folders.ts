import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

/** An empty folder, which the caller has to remove. */
export const aLastingFolder = (): string => mkdtempSync(join(tmpdir(), 'toptill-'))

/** An empty folder that is removed after the test. */
export function aFolder(): string {
  const folder = aLastingFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
