/** `round` is a small round sum in the smallest unit, and `costs` is its price in fils. */
type Currency = { decimals: 0 | 2 | 3; round: bigint; costs: bigint }

const CURRENCIES = {
  AFN: { decimals: 2, round: 1000n, costs: 53n },
  BBD: { decimals: 2, round: 100n, costs: 184n },
  BDT: { decimals: 2, round: 2000n, costs: 60n },
  BHD: { decimals: 3, round: 100n, costs: 97n },
  BRL: { decimals: 2, round: 100n, costs: 67n },
  BTN: { decimals: 2, round: 1000n, costs: 43n },
  CAD: { decimals: 2, round: 100n, costs: 265n },
  CLP: { decimals: 0, round: 100n, costs: 39n },
  CNY: { decimals: 2, round: 100n, costs: 51n },
  COP: { decimals: 2, round: 50_000n, costs: 46n },
  DOP: { decimals: 2, round: 1000n, costs: 61n },
  DZD: { decimals: 2, round: 2000n, costs: 55n },
  EGP: { decimals: 2, round: 500n, costs: 38n },
  ETB: { decimals: 2, round: 1000n, costs: 25n },
  EUR: { decimals: 2, round: 100n, costs: 425n },
  FJD: { decimals: 2, round: 100n, costs: 163n },
  GEL: { decimals: 2, round: 100n, costs: 135n },
  GHS: { decimals: 2, round: 100n, costs: 33n },
  HTG: { decimals: 2, round: 2000n, costs: 56n },
  IDR: { decimals: 2, round: 500_000n, costs: 110n },
  INR: { decimals: 2, round: 1000n, costs: 43n },
  IQD: { decimals: 3, round: 500_000n, costs: 140n },
  JMD: { decimals: 2, round: 2000n, costs: 46n },
  JOD: { decimals: 3, round: 100n, costs: 52n },
  JPY: { decimals: 0, round: 20n, costs: 49n },
  KES: { decimals: 2, round: 2000n, costs: 57n },
  KGS: { decimals: 2, round: 1000n, costs: 42n },
  KHR: { decimals: 2, round: 50_000n, costs: 46n },
  KRW: { decimals: 0, round: 200n, costs: 53n },
  KWD: { decimals: 3, round: 50n, costs: 60n },
  KZT: { decimals: 2, round: 5000n, costs: 38n },
  LAK: { decimals: 2, round: 250_000n, costs: 42n },
  LBP: { decimals: 2, round: 2_000_000n, costs: 82n },
  LKR: { decimals: 2, round: 5000n, costs: 61n },
  MAD: { decimals: 2, round: 200n, costs: 74n },
  MMK: { decimals: 2, round: 50_000n, costs: 88n },
  MXN: { decimals: 2, round: 500n, costs: 100n },
  MYR: { decimals: 2, round: 100n, costs: 83n },
  NGN: { decimals: 2, round: 20_000n, costs: 50n },
  NPR: { decimals: 2, round: 2000n, costs: 54n },
  OMR: { decimals: 3, round: 100n, costs: 95n },
  PHP: { decimals: 2, round: 1000n, costs: 72n },
  PKR: { decimals: 2, round: 5000n, costs: 66n },
  PLN: { decimals: 2, round: 100n, costs: 92n },
  RUB: { decimals: 2, round: 1000n, costs: 40n },
  RWF: { decimals: 0, round: 200n, costs: 52n },
  SAR: { decimals: 2, round: 100n, costs: 98n },
  SDG: { decimals: 2, round: 10_000n, costs: 61n },
  SOS: { decimals: 2, round: 10_000n, costs: 64n },
  SYP: { decimals: 2, round: 200_000n, costs: 56n },
  THB: { decimals: 2, round: 500n, costs: 52n },
  TJS: { decimals: 2, round: 200n, costs: 68n },
  TND: { decimals: 3, round: 500n, costs: 60n },
  TRY: { decimals: 2, round: 500n, costs: 50n },
  TZS: { decimals: 2, round: 50_000n, costs: 70n },
  UAH: { decimals: 2, round: 500n, costs: 45n },
  UGX: { decimals: 0, round: 1000n, costs: 100n },
  USD: { decimals: 2, round: 100n, costs: 367n },
  UZS: { decimals: 2, round: 200_000n, costs: 58n },
  VND: { decimals: 0, round: 5000n, costs: 72n },
  XAF: { decimals: 0, round: 100n, costs: 62n },
  XOF: { decimals: 0, round: 100n, costs: 62n },
  YER: { decimals: 2, round: 10_000n, costs: 150n },
  ZAR: { decimals: 2, round: 200n, costs: 40n },
  ZMW: { decimals: 2, round: 500n, costs: 70n },
} as const satisfies Record<string, Currency>

export type CurrencyCode = keyof typeof CURRENCIES

export const currencies: Record<CurrencyCode, Currency> = CURRENCIES

/** With the currency's decimals: `2.500` KWD, `300.00` PHP, `5000` UGX. */
export function localText(smallest: bigint, code: CurrencyCode): string {
  const { decimals } = currencies[code]
  const digits = smallest.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
