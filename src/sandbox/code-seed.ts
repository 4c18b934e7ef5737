import { createHash } from 'node:crypto'

const SEEDS = 100_000_000n

/** Eight digits that follow from a transaction's id: its code is made of them, so it is the same whenever it is asked for. */
export function codeSeed(transactionId: string): string {
  const digest = createHash('sha256').update(transactionId).digest('hex')
  return (BigInt(`0x${digest}`) % SEEDS).toString().padStart(8, '0')
}
