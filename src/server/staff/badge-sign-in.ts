import { findBadgeCode, MIN_BADGE_ALONE_LENGTH } from '#domain/badge.ts'
import type { Person, Terminal } from '#domain/person.ts'
import { wrongBadge, type Badges } from './badges.ts'
import { assertEnrolled, type PinGuard } from './pins/pin-guard.ts'
import type { Sessions } from './sessions.ts'

type Deps = {
  badges: Pick<Badges, 'identify'>
  pinGuard: Pick<PinGuard, 'verify'>
  sessions: Pick<Sessions, 'start'>
  /** `Settings.badgeAlone`. */
  isAloneAllowed: () => boolean
}

/**
 * With a badge and its person's PIN or, where the shop allows it, a cashier with the badge alone. Without a PIN where one is needed, returns only whose. Throws
 * like the badge's `identify` and the PIN guard.
 */
export function createBadgeSignIn({ badges, pinGuard, sessions, isAloneAllowed }: Deps) {
  const isEnough = ({ role }: Person, code: string): boolean =>
    role === 'cashier' && isAloneAllowed() && (findBadgeCode(code)?.length ?? 0) >= MIN_BADGE_ALONE_LENGTH

  return async (
    terminal: Terminal,
    code: string,
    pin: string | undefined,
  ): Promise<{ person: Person; token: string } | { needsPinOf: Person['id'] }> => {
    const { id: badgeId, person, assertStillValid } = await badges.identify(terminal.id, code)
    if (pin === undefined) {
      if (!isEnough(person, code)) return { needsPinOf: person.id }
      const token = await sessions.start(person, terminal, {
        badgeId,
        hasPin: false,
        assertStillValid: async (trx) => {
          if (!isEnough(await assertStillValid(trx), code)) throw wrongBadge()
          await assertEnrolled(trx, terminal.id)
        },
      })
      return { person, token }
    }
    const verified = await pinGuard.verify({ terminalId: terminal.id, staffId: person.id, pin, purpose: 'sign-in' })
    const token = await sessions.start(person, terminal, {
      badgeId,
      assertStillValid: async (trx) => {
        await assertStillValid(trx)
        await verified.assertStillValid(trx)
      },
    })
    return { person, token }
  }
}
