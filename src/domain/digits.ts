/** The digits of Arabic, of Persian and Urdu, and of Hindi as Western ones. */
export function toWesternDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code >= 0x966 ? code - 0x966 : code & 0xf)
  })
}
