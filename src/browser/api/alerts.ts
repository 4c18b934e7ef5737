import { queryOptions } from '@tanstack/react-query'

import type { AddAlertDevice, SetAlertChoice, SetAlertEmail, SetAlertWebhook, TestAlert } from '#api/alerts.ts'
import type { Secret } from '../lib/secret.ts'
import { call } from './request.ts'
import { REFETCH_MS } from './refetch-ms.ts'
import { useWrite } from './use-write.ts'

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => call('GET /api/alerts', { signal }),
  refetchInterval: REFETCH_MS.alerts,
})

/** A new password or secret. `null` removes it; absent keeps the stored one. */
type EmailChange = Omit<SetAlertEmail, 'password'> & { password?: Secret | null }
type WebhookChange = Omit<SetAlertWebhook, 'secret'> & { secret?: Secret }

export const useSetAlertEmail = () =>
  useAlertWrite(({ password, ...email }: EmailChange) => {
    const body: SetAlertEmail = { ...email, ...(password === undefined ? {} : { password: password?.take() ?? null }) }
    return call('PUT /api/alerts/email', { body })
  })

export const useSetAlertWebhook = () =>
  useAlertWrite(({ secret, ...webhook }: WebhookChange) => {
    const body: SetAlertWebhook = { ...webhook, ...(secret ? { secret: secret.take() } : {}) }
    return call('PUT /api/alerts/webhook', { body })
  })

export const useSetAlertChoice = () =>
  useAlertWrite((body: SetAlertChoice) => call('PUT /api/alerts/conditions', { body }))

export const useTestAlert = () => useAlertWrite((body: TestAlert) => call('POST /api/alerts/test', { body }))

export const useRemoveAlertDevice = () =>
  useAlertWrite((id: string) => call('POST /api/alerts/devices/:id/remove', { id }))

export const useAddThisDevice = () =>
  useAlertWrite(async (publicKey: string) => {
    const body = await subscribe(publicKey)
    return body && call('POST /api/alerts/devices', { body })
  })

const useAlertWrite = <V, R>(mutationFn: (variables: V) => Promise<R>) =>
  useWrite(mutationFn, { changes: [alertsQuery, thisDeviceQuery] })

/** Why this browser cannot show push messages, or its device id if it is registered. */
type ThisDevice = { problem?: 'insecure' | 'unsupported' | 'denied'; id?: string }

export const thisDeviceQuery = queryOptions({
  queryKey: ['alerts-device'],
  queryFn: async (): Promise<ThisDevice> => {
    if (!globalThis.isSecureContext) return { problem: 'insecure' }
    const registration = await findRegistration()
    if (!registration) return { problem: 'unsupported' }
    if (Notification.permission === 'denied') return { problem: 'denied' }
    const subscription = await registration.pushManager.getSubscription()
    return subscription ? { id: await deviceIdOf(subscription.endpoint) } : {}
  },
})

/** Development has no service worker. */
async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  return canPush ? navigator.serviceWorker.getRegistration() : undefined
}

/** Must equal the id that the server computes (`alert-devices.ts`). */
async function deviceIdOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return toBase64Url(digest).slice(0, 22)
}

async function subscribe(publicKey: string): Promise<AddAlertDevice | undefined> {
  const registration = await findRegistration()
  if (!registration || (await Notification.requestPermission()) !== 'granted') return undefined
  // A subscription under another shop's key would receive nothing.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: Uint8Array.from(atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    ),
  })
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')]
  if (!p256dh || !auth) return undefined
  return { endpoint: subscription.endpoint, p256dh: toBase64Url(p256dh), auth: toBase64Url(auth) }
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
