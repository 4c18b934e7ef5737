/** Turns off the automatic status messages of an ESC/POS printer (GS a 0). */
export const STAY_SILENT = new Uint8Array([0x1d, 0x61, 0x00])

/** Asks an ESC/POS printer for its paper sensor, ahead of buffered data (DLE EOT 4). */
export const ASK_PAPER = new Uint8Array([0x10, 0x04, 0x04])

/** How long (ms) to wait for a reply; printers without status send none. */
export const ANSWER_MS = 400

/** The state of the roll. A roll that is nearly empty counts as `paper`. */
export type Paper = 'paper' | 'none'

/** Reads the reply to `ASK_PAPER`. `undefined` for an echo, noise or the status of another make. */
function readPaper(byte: number): Paper | undefined {
  if ((byte & 0b1001_0011) !== 0b0001_0010) return undefined
  return (byte & 0b0110_0000) === 0 ? 'paper' : 'none'
}

/** Length in bytes of an automatic status message, whose first byte differs from every reply. */
const BYTES_UNASKED = 4
const beginsUnasked = (byte: number): boolean => (byte & 0b1001_0011) === 0b0001_0000
const goesOnUnasked = (byte: number): boolean => (byte & 0b1001_0000) === 0

/** Returns a stateful filter that removes automatic status messages from received bytes. */
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

export const findPaper = (answers: readonly number[]): Paper | undefined =>
  answers.map(readPaper).findLast((paper) => paper !== undefined)

/** Asks for the paper sensor after everything before it has been printed (GS r 1). */
export const ASK_PAPER_IN_TURN = new Uint8Array([0x1d, 0x72, 0x01])

/** `undefined` if the byte is not such a reply. */
export function readPaperInTurn(answer: number): Paper | undefined {
  if ((answer & 0b1001_0000) !== 0) return undefined
  return (answer & 0b0000_1100) === 0 ? 'paper' : 'none'
}
