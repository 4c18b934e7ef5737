/** Asks an ESC/POS printer for its paper sensor, at once and past everything that waits to be printed (DLE EOT 4). */
export const ASK_PAPER = new Uint8Array([0x10, 0x04, 0x04])

/** How long an answer is waited for; printers that know no status give none. */
export const ANSWER_MS = 400

/** Whether the answer says that the roll has ended. */
export function isPaperOut(answer: number | undefined): boolean {
  const isStatus = answer !== undefined && (answer & 0b1001_0011) === 0b0001_0010
  return isStatus && (answer & 0b0110_0000) !== 0
}
