import { expect, it } from 'vitest'

import { findPaper, readAnswers, readPaperInTurn } from '#receipt-printer/paper-status.ts'

const bytesOf = (hex: string) => hex.split(' ').map((byte) => Number.parseInt(byte, 16))

/**
 * Bytes that printers send after `DLE EOT 4`, according to their manufacturers' manuals, and the paper status that the
 * bytes mean.
 */
it.each([
  { from: 'Epson ESC/POS reference, DLE EOT 4: paper', bytes: '12', paper: 'paper' },
  { from: 'Epson ESC/POS reference, DLE EOT 4: near its end', bytes: '1e', paper: 'paper' },
  { from: 'Epson ESC/POS reference, DLE EOT 4: end', bytes: '72', paper: 'none' },
  { from: 'Epson ESC/POS reference, DLE EOT 4: near its end, and end', bytes: '7e', paper: 'none' },
  { from: 'python-escpos#143: the roll is taken out', bytes: '72', paper: 'none' },
  { from: 'Bixolon SRP-350plusII, page 14: paper', bytes: '12', paper: 'paper' },
  { from: 'Bixolon SRP-350plusII, page 14: end', bytes: '72', paper: 'none' },
  { from: 'Bixolon SPP-R300, page 8, which has no sensor of the near end', bytes: '12', paper: 'paper' },
  {
    from: 'Epson TM-L60II, GS a: it says by itself that it is off line and open',
    bytes: '38 00 0c 00',
    paper: undefined,
  },
  { from: 'Bixolon SRP-350IIOBE, GS a: the fourth byte is fixed to on', bytes: '18 00 0c 0f', paper: undefined },
  { from: 'the same, and the answer', bytes: '14 00 00 0f 12', paper: 'paper' },
  { from: 'the answer, and then the same', bytes: '72 1c 00 0c 0f', paper: 'none' },
  {
    from: 'Star Line Mode, 5-11: automatic status of nine bytes, paper',
    bytes: '23 06 00 00 00 00 00 00 00',
    paper: undefined,
  },
  {
    from: 'Star Line Mode, 5-11: automatic status of nine bytes, end',
    bytes: '23 06 08 00 00 0c 00 00 00',
    paper: undefined,
  },
  {
    from: 'Star Line Mode, 5-11: automatic status with a count of the jobs',
    bytes: '23 06 00 00 00 00 00 6e 00',
    paper: undefined,
  },
  { from: 'Star Line Mode, 5-11: XON, XOFF', bytes: '11 13', paper: undefined },
  { from: 'a cheap printer that says nothing', bytes: '', paper: undefined },
  { from: 'a cheap printer, or a line that is held', bytes: '00', paper: undefined },
  { from: 'a cheap printer, or a line at another speed', bytes: 'ff ff fe', paper: undefined },
  { from: 'an adapter that echoes what was asked', bytes: '1d 61 00 10 04 04', paper: undefined },
  { from: 'an adapter that echoes before the printer answers', bytes: '1d 61 00 10 04 04 72', paper: 'none' },
])('the paper status from $from, $bytes, is $paper', ({ bytes, paper }) => {
  const all = bytes === '' ? [] : bytesOf(bytes)
  expect(findPaper(readAnswers()(all))).toBe(paper)
  const answersIn = readAnswers()
  expect(findPaper(all.flatMap((byte) => answersIn([byte])))).toBe(paper)
})

it.each([
  { from: 'Epson TM-U220, GS r 1: paper', byte: '00', paper: 'paper' },
  { from: 'Epson TM-U220, GS r 1: near its end', byte: '03', paper: 'paper' },
  { from: 'Epson TM-U220, GS r 1: end', byte: '0c', paper: 'none' },
  { from: 'a printer with one sensor: end', byte: '0f', paper: 'none' },
  { from: 'a late answer to DLE EOT 4', byte: '12', paper: undefined },
  { from: 'XOFF', byte: '13', paper: undefined },
  { from: 'a line at another speed', byte: 'ff', paper: undefined },
])('the paper status after a job from $from, $byte, is $paper', ({ byte, paper }) => {
  expect(readPaperInTurn(Number.parseInt(byte, 16))).toBe(paper)
})
