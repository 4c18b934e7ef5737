import type { Catalog } from '#api/catalog.ts'
import type { Session } from '#api/session.ts'
import type { RemainingLimits, TerminalSettings } from '#api/settings.ts'
import type { Status } from '#api/status.ts'
import { DEFAULT_PERMISSIONS, type Person } from '#domain/person.ts'
import { catalog } from './a-shop.ts'
import { NOW } from './now.ts'
import type { FakeAnswer, FakeProxy } from './render-page.tsx'

export const amal: Person = { id: 'a', name: 'Amal Rahman', role: 'cashier', permissions: DEFAULT_PERMISSIONS }
export const joseph: Person = { id: 'j', name: 'Joseph Mathew', role: 'cashier', permissions: DEFAULT_PERMISSIONS }
export const hamad: Person = { id: 'h', name: 'Hamad Saleh', role: 'supervisor' }

export const aStatus = (more: Partial<Status> = {}): Status => ({
  service: 'ok',
  since: 0,
  wallet: 'ok',
  openItems: 0,
  waiting: 0,
  attention: 0,
  refundsDue: 0,
  unread: 0,
  undelivered: 0,
  settingsVersion: 'as-read',
  serverTime: NOW,
  version: '1.0.0',
  build: '1',
  ...more,
})

/** A rejection by the server before anything happened, unless `more` says otherwise. */
export const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: { code, message: '', moneyMoved: 'no', ...more },
})

/** The till's part of the default settings of a shop. */
export const tillSettings: TerminalSettings = {
  receipt: { paperWidth: 80, copies: 1 },
  quickAmounts: [],
  favorites: [],
  payments: null,
  fraudWarning: null,
  drawer: false,
  walletMarks: false,
  printers: [],
  mailsReceipts: false,
}

type Shop = {
  person?: Person
  settings?: TerminalSettings
  status?: () => FakeAnswer
  limits?: RemainingLimits['limits']
  catalog?: Catalog
}

/** The server of a practice shop where `person` is signed in. The test gives the responses to all other requests. */
export const proxyWith =
  (
    answer: (method: string, path: string, body: unknown) => FakeAnswer | undefined,
    { person = amal, settings = tillSettings, status = () => ({ body: aStatus() }), limits = [], ...shop }: Shop = {},
  ): FakeProxy =>
  (method, path, body) => {
    if (path === '/api/catalog') return { body: shop.catalog ?? catalog }
    if (path === '/api/status') return status()
    if (path === '/api/limits/remaining') return { body: { limits } }
    if (path === '/api/session' && method === 'GET') return { body: aSession({ person, settings }) }
    return answer(method, path, body)
  }

export const aSession = (more: Partial<Session> = {}): Session => ({
  terminal: { id: 't', name: 'Counter' },
  staff: [amal, joseph, hamad],
  person: amal,
  idleMs: 300_000,
  isPractice: true,
  timeZone: 'Asia/Dubai',
  settings: tillSettings,
  build: '1',
  ...more,
})
