import { timingSafeEqual } from 'node:crypto'

import { plainCode } from '#domain/enrollment-code.ts'
import type { Clock } from './clock.ts'
import { hashToken } from './identifiers.ts'

export const ONE_TIME_CODE_VALID_MS = 60 * 60 * 1000

/** Part of a link that only the console shows. The last one issued is valid, for an hour. */
export function createOneTimeCode(clock: Pick<Clock, 'now'>) {
  let open: { hash: string; until: number } | undefined
  return {
    issue: (code: string): void => {
      open = { hash: hashToken(plainCode(code)), until: clock.now() + ONE_TIME_CODE_VALID_MS }
    },
    isOpen: (code: string): boolean =>
      open !== undefined &&
      clock.now() < open.until &&
      timingSafeEqual(Buffer.from(hashToken(plainCode(code))), Buffer.from(open.hash)),
    close: (): void => {
      open = undefined
    },
  }
}
