/** A progress line of a command. On the error stream, so that what a command prints for a program to read stays clean. */
export function printProgress(/** @type {string} */ line) {
  process.stderr.write(`${line}\n`)
}

/** A fault somebody can put right; its message is the sentence for that person, and no stack is shown. */
export class CommandError extends Error {
  /** @override */
  name = 'CommandError'
}

/** Runs a command's deed: a known fault is one sentence and exit code 1, anything else keeps its stack. */
export async function runCommand(/** @type {() => Promise<unknown>} */ run) {
  try {
    await run()
  } catch (error) {
    printProgress(sentenceFor(error))
    // What has begun to listen would keep the process alive.
    process.exit(1)
  }
}

/** What to print for a fault that ended a command. */
export function sentenceFor(/** @type {unknown} */ error) {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CommandError) return error.message
  return sentenceForSystem(error) ?? error.stack ?? error.message
}

/** The faults of a machine that come from below: the built server has sentences of its own for what it does itself. */
function sentenceForSystem(
  /** @type {Error & { code?: string, path?: string, port?: number, address?: string }} */ {
    code,
    path,
    port,
    address,
  },
) {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is in use by another program. Stop that one, or set PORT to another port.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return path === undefined
        ? undefined
        : `${path} cannot be written by this user. Give it the right to, or set DATABASE_URL=file:… to another place.`
    case 'ENOSPC':
      return 'The disk is full.'
    default:
      return undefined
  }
}
