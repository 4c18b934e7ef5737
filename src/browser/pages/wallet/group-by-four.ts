/** `4820 7715 03`, to be read aloud. A code with spaces or signs of its own stays as it is. */
export function groupByFour(code: string): string {
  return /^[0-9A-Za-z]+$/.test(code) ? code.replace(/.{4}(?=.)/g, '$& ') : code
}
