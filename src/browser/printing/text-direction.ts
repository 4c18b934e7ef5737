const STRONG = /\p{L}/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The direction of a text by its first letter, as `dir="auto"` takes it; without a letter it is as Latin. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = STRONG.exec(text)?.[0]
  return first !== undefined && RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr'
}
