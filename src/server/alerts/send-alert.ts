import type { AlertFact, AlertOutcome } from '#domain/alerts.ts'
import { cutText } from '#domain/text/typed-text.ts'
import type { Clock } from '../lib/clock.ts'
import type { AddressGuard } from '../lib/address-guard.ts'
import { wordAlert } from './alert-text.ts'
import type { AlertSettings } from './alert-settings.ts'
import type { Delivery } from './deliveries.ts'
import { sendEmail } from './email.ts'
import { sendPush } from './web-push.ts'
import { sendWebhook } from './webhook.ts'

type Message = Pick<Delivery, 'alertId' | 'channel' | 'target' | 'facts' | 'isTest' | 'madeAt'> & {
  kind?: AlertFact['kind']
}

/** One attempt. Never rejects because of the receiver. */
export type SendAlert = (
  settings: Pick<AlertSettings, 'record' | 'secrets' | 'subscriptionOf'>,
  message: Message,
  signal: AbortSignal,
) => Promise<AlertOutcome>

export type AlertedShop = {
  name: () => string | undefined
  isPractice: boolean
  timeZone: () => string
  origin?: string | undefined
}

type Deps = {
  guard: AddressGuard
  clock: Clock
  shop: AlertedShop
  deadlineMs?: number | undefined
  ca?: string | undefined
}

const DEADLINE_MS = 10_000
/** In characters: a push record has at most 4,096 bytes, and characters outside ASCII take several. */
const MAX_PUSH_TEXT = 800

const PATHS: Record<AlertFact['kind'] | 'none', string> = {
  'wallet-below': '/wallet',
  'wallet-days': '/wallet',
  'deposit-late': '/wallet',
  'sale-unknown': '/open-items',
  'selling-stopped': '/open-items',
  'service-away': '/open-items',
  'backup-old': '/ready',
  'drawer-difference': '/sales',
  'day-summary': '/sales',
  'alerts-changed': '/wallet/alerts',
  none: '/wallet/alerts',
}

export function createSender({ guard, clock, shop, deadlineMs = DEADLINE_MS, ca }: Deps): SendAlert {
  const contactOf = (from: string) =>
    shop.origin?.startsWith('https:') ? shop.origin : `mailto:${from || 'toptill@toptill.invalid'}`

  return async (settings, { alertId, channel, target, kind, facts, isTest, madeAt }, signal) => {
    const { email, webhook, choice } = settings.record()
    const { password, webhookSecret, vapidKey } = settings.secrets()
    const options = { guard, deadlineMs, ca, signal }
    const alert = { ...(kind ? { kind } : {}), facts, isTest, isPractice: shop.isPractice, shopName: shop.name() }
    const { title, body } = wordAlert(alert, choice.language, shop.timeZone(), { hidesFigures: channel === 'push' })
    switch (channel) {
      case 'email': {
        if (!email.isOn || !email.recipients.includes(target)) return { ok: false, problem: 'not-set-up' }
        if (email.user !== '' && password === undefined) return { ok: false, problem: 'not-set-up' }
        const server = { ...email, user: email.user === '' ? undefined : email.user, password }
        return sendEmail(server, { id: alertId, from: email.from, to: target, subject: title, text: body }, options)
      }
      case 'webhook': {
        if (!webhook.isOn || webhookSecret === undefined) return { ok: false, problem: 'not-set-up' }
        const about = { id: alertId, kind: kind ?? null, test: isTest, practice: shop.isPractice, at: madeAt }
        const content = JSON.stringify({ ...about, shop: alert.shopName ?? null, title, text: body, facts })
        return sendWebhook(
          { url: webhook.url, secret: webhookSecret },
          { id: alertId, body: content },
          clock.now(),
          options,
        )
      }
      case 'push': {
        const subscription = await settings.subscriptionOf(target)
        if (!subscription) return { ok: false, problem: 'gone' }
        const topic = alertId.replaceAll('-', '')
        const text = JSON.stringify({
          title,
          body: cutText(body, MAX_PUSH_TEXT),
          tag: topic,
          path: PATHS[kind ?? 'none'],
        })
        return sendPush(
          subscription,
          { topic, text },
          { key: vapidKey, contact: contactOf(email.from) },
          clock.now(),
          options,
        )
      }
    }
  }
}
