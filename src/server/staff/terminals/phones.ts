import { randomBytes } from 'node:crypto'

import type { Terminal } from '#domain/person.ts'
import type { Clock } from '../../lib/clock.ts'
import {
  createSignedTokens,
  isSameText,
  shopOfToken,
  signatureOf,
  tokenForm,
  tokenKeyOf,
} from '../../lib/signed-tokens.ts'

/** The page of the browser that a phone opens. What is after the `#` reaches no server's log. */
const PAGE = '/order#'
const INVITATION = tokenForm()

/** A display shows each invitation for this time, so its QR code changes rarely, and the newest is valid for three times as long. */
const SHOWN_MS = 5 * 60_000
/** How long a phone may order. */
export const PHONE_LIFE_SECONDS = 60 * 60
/** The browser deletes its cookie before the server rejects it. */
const GRACE_SECONDS = 60

/** All phones are one terminal, so its limits hold for all of them together. */
const PHONES: Terminal = { id: 'phones', name: 'Phones', isSelfOrder: true, isPhone: true }

/** A secret: random bytes, when it ends (seconds, 4 bytes), and 128 bits of its signature, as long as a till's. */
const RANDOM_BYTES = 12
const HEAD_BYTES = RANDOM_BYTES + 4
const SECRET_BYTES = HEAD_BYTES + 16

export type Phones = ReturnType<typeof createPhones>

type Deps = {
  pepper: Buffer
  /** The id, if there are several shops. */
  shopId?: string | undefined
  clock: Pick<Clock, 'now'>
  /** A shop that turns this off ends all phones at once. */
  isOn: () => boolean
}

/** Not verified here. */
export const shopOfInvitation = (text: string): string | undefined => shopOfToken(INVITATION, text)

/** Customers' phones, which order like a self-order tablet. Nothing is stored. */
export function createPhones({ pepper, shopId = '', clock, isOn }: Deps) {
  const { now } = clock
  const invitations = createSignedTokens({
    key: tokenKeyOf(pepper, 'order invitations'),
    form: INVITATION,
    shopId: shopId || undefined,
    now,
  })
  const key = tokenKeyOf(pepper, 'phones that order')

  function secretOf(head: Buffer): string {
    const signature = signatureOf(key, `${shopId}.${head.toString('base64url')}`)
    return Buffer.concat([head, signature], SECRET_BYTES).toString('base64url')
  }

  /** Returns the bytes before the signature; `undefined` unless it is ours, even if it is over. */
  function findHead(secret: string): Buffer | undefined {
    const head = Buffer.from(secret, 'base64url').subarray(0, HEAD_BYTES)
    return head.length === HEAD_BYTES && isSameText(secretOf(head), secret) ? head : undefined
  }

  return {
    /** The address in the QR code of a display; `undefined` if customers may not order from their phones. */
    invite: (origin: string): string | undefined =>
      isOn() ? `${origin}${PAGE}${invitations.sign([], (Math.floor(now() / SHOWN_MS) + 3) * SHOWN_MS)}` : undefined,

    /** Returns the phone's secret; `undefined` if the invitation is not valid. */
    admit: (invitation: string): string | undefined => {
      if (!isOn() || !invitations.read(invitation)) return undefined
      const ends = Buffer.alloc(4)
      ends.writeUInt32BE(Math.floor(now() / 1000) + PHONE_LIFE_SECONDS + GRACE_SECONDS)
      return secretOf(Buffer.concat([randomBytes(RANDOM_BYTES), ends]))
    },

    findBySecret: (secret: string): Terminal | undefined => {
      const head = isOn() ? findHead(secret) : undefined
      return head && now() < head.readUInt32BE(RANDOM_BYTES) * 1000 ? PHONES : undefined
    },

    /** Whether this is or was the secret of a phone, so its browser loses nothing. */
    isOfPhone: (secret: string): boolean => findHead(secret) !== undefined,
  }
}
