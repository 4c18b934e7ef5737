import { toWesternDigits, withoutSeparators } from '#domain/phone.ts'

/** The digits and a leading plus: all of what was typed that can belong to a number. Other signs stay, so that they are refused aloud. */
export function onlyPhoneCharacters(typed: string): string {
  return withoutSeparators(toWesternDigits(typed)).replaceAll('_', '')
}
