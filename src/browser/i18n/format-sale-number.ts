/** `0483`: at least four digits, as it is written on slips. */
export function formatSaleNumber(number: number): string {
  return String(number).padStart(4, '0')
}
