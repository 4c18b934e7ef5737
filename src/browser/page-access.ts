import type { Session } from '#api/session.ts'
import type { routes } from './paths.ts'

type Page = keyof typeof routes

export const SUPERVISOR_PAGES = [
  'firstSteps',
  'today',
  'wallet',
  'recovery',
  'reports',
  'alerts',
  'staff',
  'terminals',
  'sessions',
  'limits',
  'settings',
  'auditLog',
  'catalogProblems',
] as const satisfies readonly Page[]
export type SupervisorPage = (typeof SUPERVISOR_PAGES)[number]

const isAmong = (pages: readonly Page[], page: Page) => pages.includes(page)

/** Practice does not involve the shop's money. */
const NOT_IN_PRACTICE: readonly Page[] = ['today', 'wallet', 'reports', 'shops', 'alerts', 'recovery']

export function mayOpen(page: Page, { person, terminal }: Pick<Session, 'person' | 'terminal'>): boolean {
  if (terminal?.isPractice && isAmong(NOT_IN_PRACTICE, page)) return false
  if (page === 'shops') return person?.isOwner === true
  return person?.role === 'supervisor' || !isAmong(SUPERVISOR_PAGES, page)
}
