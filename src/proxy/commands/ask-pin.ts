import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export type Console = { input: NodeJS.ReadableStream & { isTTY?: boolean }; errors: NodeJS.WritableStream }

/** The first line of standard input; `undefined` when there is none. */
export async function readPin({ input }: Pick<Console, 'input'>): Promise<string | undefined> {
  const lines = createInterface({ input })
  try {
    for await (const line of lines) return line.trim()
    return undefined
  } finally {
    lines.close()
  }
}

/** Asks for a new PIN twice; what is typed on a terminal is not shown. `differ` when they are not the same, `none` when input ended. */
export async function askPin({ input, errors }: Console): Promise<{ pin: string } | 'differ' | 'none'> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: unseen, terminal: input.isTTY === true })
  // Waiting lines are kept: piped input may bring both at once.
  const typed = lines[Symbol.asyncIterator]()
  lines.on('SIGINT', () => lines.close())
  const ask = async (question: string) => {
    errors.write(question)
    const { value, done } = await typed.next()
    errors.write('\n')
    return done === true ? undefined : value.trim()
  }
  try {
    const first = await ask('New PIN: ')
    const second = first === undefined ? undefined : await ask('The same PIN again: ')
    if (first === undefined || second === undefined) return 'none'
    return first === second ? { pin: first } : 'differ'
  } finally {
    lines.close()
  }
}
