/** Tells an ESC/POS printer to say nothing by itself (GS a 0). */
export const STAY_SILENT = new Uint8Array([0x1d, 0x61, 0x00])

/** Asks an ESC/POS printer for its paper sensor, at once and past everything that waits to be printed (DLE EOT 4). */
export const ASK_PAPER = new Uint8Array([0x10, 0x04, 0x04])

/** How long an answer is waited for; printers that know no status give none. */
export const ANSWER_MS = 400

/** What a printer says of its roll. Near its end it is still there. */
export type Paper = 'paper' | 'none'

/** What one byte says in answer to `ASK_PAPER`, or `undefined` where it is no such answer: an echo, noise, the status of another maker. */
function readPaper(byte: number): Paper | undefined {
  if ((byte & 0b1001_0011) !== 0b0001_0010) return undefined
  return (byte & 0b0110_0000) === 0 ? 'paper' : 'none'
}

/** A printer that speaks by itself, as when its drawer opens, sends this many bytes, the first of which can be told from every answer. */
const BYTES_UNASKED = 4
const beginsUnasked = (byte: number): boolean => (byte & 0b1001_0011) === 0b0001_0000
const goesOnUnasked = (byte: number): boolean => (byte & 0b1001_0000) === 0

/** Reads what comes back byte by byte, and leaves out what was not asked for. */
export function readAnswers(): (bytes: Iterable<number>) => number[] {
  let left = 0
  return (bytes) =>
    [...bytes].filter((byte) => {
      if (beginsUnasked(byte)) left = BYTES_UNASKED
      else if (!goesOnUnasked(byte)) left = 0
      if (left === 0) return true
      left -= 1
      return false
    })
}

/** The last word of all that came back about the paper. */
export const findPaper = (answers: readonly number[]): Paper | undefined =>
  answers.map(readPaper).findLast((paper) => paper !== undefined)

/** Asks for the paper sensor in its turn, when everything before has been printed (GS r 1). */
export const ASK_PAPER_IN_TURN = new Uint8Array([0x1d, 0x72, 0x01])

/** What the answer says, or `undefined`, because it is none. */
export function readPaperInTurn(answer: number): Paper | undefined {
  if ((answer & 0b1001_0000) !== 0) return undefined
  return (answer & 0b0000_1100) === 0 ? 'paper' : 'none'
}
