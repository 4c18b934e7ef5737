import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export type Console = { input: NodeJS.ReadableStream & { isTTY?: boolean }; errors: NodeJS.WritableStream }

/** In characters, far longer than any PIN. Reading stops after `MAX_READ`. */
const MAX_LINE = 1_000
const MAX_READ = 16 * 1024 * 1024

/** A line that is too long is still read, so its writer can finish. */
export async function readPin({ input }: Pick<Console, 'input'>): Promise<{ pin: string } | 'none' | 'too-long'> {
  input.setEncoding('utf8')
  let line = ''
  let length = 0
  for await (const chunk of input as AsyncIterable<string>) {
    const [part = '', ...rest] = chunk.split('\n', 2)
    length += part.length
    if (length <= MAX_LINE) line += part
    if (rest.length > 0 || length > MAX_READ) break
  }
  if (length > MAX_LINE) return 'too-long'
  const pin = line.trim()
  return pin === '' ? 'none' : { pin }
}

/** `none` if input ended. */
export async function promptPin({ input, errors }: Console): Promise<{ pin: string } | 'differ' | 'none'> {
  const unread = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: unread, terminal: input.isTTY === true })
  // The iterator buffers lines: piped input may deliver both at once.
  const typed = lines[Symbol.asyncIterator]()
  lines.on('SIGINT', () => lines.close())
  const prompt = async (question: string) => {
    errors.write(question)
    const { value, done } = await typed.next()
    errors.write('\n')
    return done === true ? undefined : value.trim()
  }
  try {
    const first = await prompt('New PIN: ')
    const second = first === undefined ? undefined : await prompt('Repeat the PIN: ')
    if (first === undefined || second === undefined) return 'none'
    return first === second ? { pin: first } : 'differ'
  } finally {
    lines.close()
  }
}
