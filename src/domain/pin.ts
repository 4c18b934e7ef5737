export type PinWeakness = 'few-digits' | 'sequence' | 'repetition' | 'year'

export function findPinWeakness(pin: string): PinWeakness | undefined {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, index) => (digit - digits[index]! + 10) % 10)
  if (new Set(pin).size <= 2) return 'few-digits'
  if (steps.every((step) => step === 1) || steps.every((step) => step === 9)) return 'sequence'
  if (/^(\d+?)\1+$/.test(pin)) return 'repetition'
  if (/^(19|20)\d\d$/.test(pin)) return 'year'
  return undefined
}
