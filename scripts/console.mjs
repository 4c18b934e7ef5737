/** Prints a progress line to standard error, so that standard output contains only what programs read. */
export function printProgress(/** @type {string} */ line) {
  process.stderr.write(`${line}\n`)
}

/** A fault that a person can correct. Its message is a sentence for that person, and no stack is printed. */
export class CommandError extends Error {
  /** @override */
  name = 'CommandError'
}

/**
 * Runs a command. With `--help` it prints `usage` instead. A known fault prints one sentence and sets exit code 1; any other error prints its stack.
 * @param {() => Promise<unknown>} run
 * @param {string} [usage]
 */
export async function runCommand(run, usage) {
  if (usage !== undefined && process.argv.slice(2).includes('--help')) return console.log(usage)
  try {
    await run()
  } catch (error) {
    printProgress(sentenceFor(error))
    // Servers that listen already would keep the process alive.
    process.exit(1)
  }
}

/** The text to print for an error that ended a command. */
export function sentenceFor(/** @type {unknown} */ error) {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CommandError) return error.message
  return sentenceForSystem(error) ?? error.stack ?? error.message
}

/** The sentence for an error of the operating system. The built server has its own sentences for the others. */
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
      return `Port ${port} on ${address} is in use by another program, perhaps by a Toptill that runs already. Stop that one, or set PORT to another port.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return path === undefined
        ? undefined
        : `${path} cannot be written by this user. Give it the right to, or set DATABASE_URL=file:… to another place.`
    case 'ENOSPC':
      return 'The disk is full.'
    case 'EISDIR':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return `${path ?? 'What was named'} is no file (${code}).`
    default:
      return undefined
  }
}
