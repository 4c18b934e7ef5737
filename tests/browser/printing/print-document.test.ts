import { expect, it } from 'vitest'

import { documentText } from '#browser/printing/print-document.ts'

it('writes a paper line by line, a rule as a gap', () => {
  expect(
    documentText({
      kind: 'receipt',
      lines: [
        { kind: 'text', text: 'SIDRA', align: 'center', look: 'title' },
        { kind: 'rule' },
        { kind: 'rule' },
        { kind: 'pair', label: 'Fare', value: 'AED 50.00', isStrong: true },
        { kind: 'text', text: 'first\nsecond', align: 'start' },
        { kind: 'qr', text: 'https://redeem.example/a' },
        { kind: 'rule' },
      ],
    }),
  ).toBe('SIDRA\n\nFare: AED 50.00\nfirst\nsecond\nhttps://redeem.example/a')
})
