import type { Exceeded } from '#domain/sales-limits.ts'
import type { useFormats } from '../../i18n/use-formats.ts'
import type { Text } from '../../i18n/use-text.ts'

/** Which limit it is and how much of it is used, in a sentence. */
export function formatLimit(
  { of, kind, limit, used }: Exceeded,
  t: Text,
  formats: ReturnType<typeof useFormats>,
): string {
  const tell = (value: typeof limit) => (typeof value === 'number' ? value : formats.money(value))
  return t(`limit.${of}.${kind}`, { limit: tell(limit), used: tell(used) })
}

/** Answers that are about who lets it go: the question stays. */
const ABOUT_APPROVER: readonly string[] = [
  'above-limit',
  'wrong-pin',
  'pin-locked',
  'rate-limited',
  'approver-is-seller',
  'not-allowed',
]

export const isAboutApprover = (code: string): boolean => ABOUT_APPROVER.includes(code)
