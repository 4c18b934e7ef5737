import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { rootFolder } from './root.mjs'
import { runProgram } from './run-program.mjs'

/** Sets the repository's git hooks in a checkout that has no others. A convenience, so it prints nothing and never fails. */
export async function setGitHooks() {
  if (!existsSync(join(rootFolder, '.git'))) return
  const present = await runProgram('git', ['config', 'core.hooksPath'])
  // 1: no such setting. Anything else is somebody's choice, or no git.
  if (present.code === 1 && !present.isMissing) await runProgram('git', ['config', 'core.hooksPath', '.githooks'])
}
