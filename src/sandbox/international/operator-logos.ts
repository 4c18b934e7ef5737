import { operators } from './operators.ts'

/** Logos of the operators in the screen designs. */
const DRAWN: Record<string, string> = {
  Islanet:
    '<rect width="48" height="48" fill="#0a6a9e"/><path d="M6 33q9-12 18 0zM24 33q7-9 18 0z" fill="#ffe7a3"/><path d="M4 37h40v3H4z" fill="#8fd8f2"/><circle cx="33" cy="14" r="5" fill="#fff"/>',
  'Perlas Mobile':
    '<rect width="48" height="48" fill="#f1ece2"/><circle cx="17" cy="27" r="8" fill="#c7b7d8"/><circle cx="31" cy="27" r="8" fill="#8e77b0"/><circle cx="24" cy="15" r="6" fill="#5f4689"/>',
  Lakbay:
    '<rect width="48" height="48" fill="#a83a28"/><path d="M9 34 24 10l15 24-15-7z" fill="#ffe0c2"/><path d="M24 27v14" stroke="#ffe0c2" stroke-width="4"/>',
}

/** Logos of the other operators. 12 shapes and 13 color pairs make each unique. */
const MARKS = [
  '<path d="M10 32q7-16 14 0t14-16" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/>',
  '<path d="M24 8 38 24 24 40 10 24z" fill="currentColor"/>',
  '<path d="M10 36V26h7v10zM20 36V18h7v18zM30 36V10h7v26z" fill="currentColor"/>',
  '<circle cx="24" cy="24" r="12" fill="none" stroke="currentColor" stroke-width="6"/>',
  '<path d="M12 30a12 12 0 0 1 24 0zM10 34h28v4H10z" fill="currentColor"/>',
  '<path d="M27 8 13 27h9l-2 13 15-19h-10z" fill="currentColor"/>',
  '<path d="M24 9l14 26H10z" fill="none" stroke="currentColor" stroke-width="5" stroke-linejoin="round"/>',
  '<path d="M24 9c10 8 14 14 14 20a14 10 0 0 1-28 0c0-6 4-12 14-20z" fill="currentColor"/>',
  '<circle cx="16" cy="30" r="6" fill="currentColor"/><circle cx="32" cy="30" r="6" fill="currentColor"/><circle cx="24" cy="16" r="6" fill="currentColor"/>',
  '<path d="M9 34 20 14l7 11 5-7 8 16z" fill="currentColor"/>',
  '<path d="M12 12h10v10H12zM26 26h10v10H26zM26 12h10v10H26z" fill="currentColor"/>',
  '<path d="M12 36a24 24 0 0 1 24-24v8a16 16 0 0 0-16 16z" fill="currentColor"/><circle cx="33" cy="33" r="5" fill="currentColor"/>',
]

const PAIRS = [
  ['0d4452', 'a6e6ec'],
  ['7d1735', 'ffd7df'],
  ['20346b', 'f4d58d'],
  ['e3b04b', '5c2f0c'],
  ['0d6b58', 'd8f5e4'],
  ['2b1b52', 'ff8fb1'],
  ['f0dfc8', 'b3472f'],
  ['36455f', 'ffe08a'],
  ['d94f2b', 'ffffff'],
  ['c7e6f5', '1f5f8b'],
  ['3d3a1f', 'f3e9b5'],
  ['efe6fa', '5b3fa0'],
  ['191b1f', 'd7ff3e'],
] as const

export const logoName = (operatorId: number) => `operator-${operatorId}`

const byName = new Map(operators.map(({ id, name }) => [logoName(id), svg(DRAWN[name] ?? markOf(id))]))

export function findLogo(name: string): string | undefined {
  return byName.get(name)
}

function markOf(operatorId: number): string {
  const [ground = '', color = ''] = PAIRS[operatorId % PAIRS.length] ?? []
  const mark = MARKS[operatorId % MARKS.length]
  return `<rect width="48" height="48" fill="#${ground}"/><g color="#${color}">${mark}</g>`
}

function svg(drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${drawing}</svg>`
}
