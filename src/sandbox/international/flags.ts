import { countries } from './countries.ts'

// Drawn from back to front. Colors are hexadecimal digits; a repeated color is a stripe of double width.
const WIDTH = 40
const HEIGHT = 28

const box = (x: number, y: number, width: number, height: number, color: string) =>
  `<path fill="#${color}" d="M${x} ${y}h${width}v${height}H${x}z"/>`

const stripes = (colors: string, at: (from: number, part: number, color: string) => string) => {
  const all = colors.split(' ')
  const part = 1 / all.length
  return all.map((color, index) => at(index * part, part, color)).join('')
}
const short = (length: number) => Math.round(length * 100) / 100
const across = (colors: string) =>
  stripes(colors, (from, part, color) => box(0, short(from * HEIGHT), WIDTH, short(part * HEIGHT), color))
const upright = (colors: string) =>
  stripes(colors, (from, part, color) => box(short(from * WIDTH), 0, short(part * WIDTH), HEIGHT, color))

const plain = (color: string) => box(0, 0, WIDTH, HEIGHT, color)
const disc = (x: number, y: number, radius: number, color: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="#${color}"/>`
const ring = (x: number, y: number, radius: number, width: number, color: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#${color}" stroke-width="${width}"/>`
const shape = (path: string, color: string) => `<path d="${path}" fill="#${color}"/>`
const line = (path: string, width: number, color: string) =>
  `<path d="${path}" fill="none" stroke="#${color}" stroke-width="${width}"/>`
const pennant = (depth: number, color: string) => shape(`M0 0 ${depth} 14 0 28z`, color)
const star = (x: number, y: number, size: number, color: string) => {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? size : size * 0.4
    const angle = (index * Math.PI) / 5
    return `${short(x + radius * Math.sin(angle))} ${short(y - radius * Math.cos(angle))}`
  })
  return shape(`M${points.join(' ')}z`, color)
}
const moon = (x: number, y: number, radius: number, color: string, ground: string) =>
  disc(x, y, radius, color) + disc(x + radius * 0.35, y, radius * 0.8, ground)
const cross = (x: number, width: number, color: string) => line(`M0 14h40M${x} 0v28`, width, color)

const FLAGS: Record<string, string> = {
  AFG: upright('1a1a1a b92a30 1c7a44') + ring(20, 14, 3.5, 1.5, 'fff'),
  DZA: upright('17753f fff') + moon(19, 14, 5.5, 'cf2637', 'fff') + star(24, 14, 2.5, 'cf2637'),
  AUT: across('cf2637 fff cf2637'),
  BHR: plain('cc2233') + shape('M0 0h11l5 2.8-5 2.8 5 2.8-5 2.8 5 2.8-5 2.8 5 2.8-5 2.8 5 2.8-5 2.8H0z', 'fff'),
  BGD: plain('146a4d') + disc(18, 14, 8, 'd8353f'),
  BRB: upright('1d3f8f f2c230 1d3f8f') + line('M20 8v13M15.500 10q0 6 4.500 6t4.500-6', 1.6, '1a1a1a'),
  BTN: plain('ee7f2d') + shape('M0 0h40L0 28z', 'f3cf38') + line('M9 22 31 6', 3, 'fff'),
  BRA: plain('1d8a45') + shape('M20 3 36 14 20 25 4 14z', 'f3cf38') + disc(20, 14, 5.5, '22408f'),
  KHM: across('22408f d1312f d1312f 22408f') + shape('M13 19h14v-3h-2v-4h-2l-1-3h-1L20 7l-1 2h-1l-1 3h-2v4h-2z', 'fff'),
  CMR: upright('1c7a4e c62836 f2cf3a') + disc(20, 14, 3, 'f2cf3a'),
  CAN: upright('d1312f fff fff d1312f') + shape('M20 6l2 4 3-1-1 5 3 1-5 4h-1v3h-2v-3h-1l-5-4 3-1-1-5 3 1z', 'd1312f'),
  CHL: across('fff d1312f') + box(0, 0, 14, 14, '22408f') + star(7, 7, 4, 'fff'),
  CHN: plain('d6291f') + star(8, 8, 4.5, 'f6d338') + [4, 7.5, 11, 14].map((y) => star(16, y, 1.4, 'f6d338')).join(''),
  COL: across('f3cf38 f3cf38 22408f c62634'),
  CIV: upright('ee8a2d fff 1b8552'),
  DOM: plain('fff') + box(0, 0, 17, 11, '1d4aa8') + box(23, 0, 17, 11, 'c62f3b') + box(0, 17, 17, 11, 'c62f3b') + box(23, 17, 17, 11, '1d4aa8'),
  EGY: across('c62634 fff 1c1c1c') + disc(20, 14, 2.6, 'c9a23a'),
  ETH: across('1d8a45 f3cf38 d1312f') + disc(20, 14, 6, '2a58b5'),
  FJI: plain('6fbfe0') + box(0, 0, 18, 13, '22408f') + line('M0 0l18 13M18 0 0 13', 2, 'fff') + line('M9 0v13M0 6.500h18', 3, 'c62634') + shape('M26 8h9v8q0 4-4.500 6Q26 20 26 16z', 'fff'),
  GEO: plain('fff') + cross(20, 5, 'd1312f') + [[9, 6], [31, 6], [9, 22], [31, 22]].map(([x = 0, y = 0]) => line(`M${x - 2} ${y}h4M${x} ${y - 2}v4`, 1.4, 'd1312f')).join(''),
  DEU: across('1a1a1a d1312f f3c93a'),
  GHA: across('c62b34 f3c93a 19703f') + disc(20, 14, 2.8, '1a1a1a'),
  HTI: across('1d4aa8 c62634') + box(14, 9, 12, 10, 'fff') + disc(20, 14, 2.5, '1b8552'),
  IND: across('f1913a fff 2b8a4b') + ring(20, 14, 3, 1.2, '22408f'),
  IDN: across('cf2637 fff'),
  IRQ: across('c62634 fff 1a1a1a') + line('M12 14h4m2 0h4m2 0h4', 2.5, '1b7a43'),
  ITA: upright('1b8552 fff c62f3b'),
  JAM: plain('f3cf38') + shape('M4 0h32L20 11zM4 28h32L20 17z', '1b7a43') + shape('M0 3v22l15-11zM40 3v22L25 14z', '1a1a1a'),
  JPN: plain('fff') + disc(20, 14, 8, 'c8102e'),
  JOR: across('1a1a1a fff 1b7a43') + pennant(20, 'c62634'),
  KAZ: plain('2fa8c4') + disc(21, 13, 5, 'f5d63d') + line('M4 2v24', 2, 'f5d63d') + line('M13 20q8 5 16 0', 1.6, 'f5d63d'),
  KEN: across('1a1a1a b92c30 1f7a43') + line('M0 9.500h40M0 18.500h40', 1.5, 'fff') + `<ellipse cx="20" cy="14" rx="3" ry="7" fill="#7d1c20" stroke="#fff"/>`,
  KWT: across('1b7a43 fff c62634') + shape('M0 0 10 9.300v9.400L0 28z', '1a1a1a'),
  KGZ: plain('d6291f') + disc(20, 14, 7, 'f5cf3d') + ring(20, 14, 4, 1.2, 'd6291f') + line('M16 14h8M20 10v8', 0.9, 'd6291f'),
  LAO: across('c62634 22408f 22408f c62634') + disc(20, 14, 5, 'fff'),
  LBN: across('cf2f37 fff fff cf2f37') + shape('m20 8-5 11h10z', '218a4c'),
  MYS: across('c62634 fff c62634 fff c62634 fff c62634 fff c62634 fff c62634 fff c62634 fff') + box(0, 0, 20, 16, '22307a') + moon(8, 8, 5, 'f5cf3d', '22307a') + star(14, 8, 3.5, 'f5cf3d'),
  MLI: upright('1b8552 f2d442 d32f39'),
  MEX: upright('1b7a4b fff c62f3b') + disc(20, 14, 3.6, '9a6a34') + line('M17 18q3 2 6 0', 1.2, '1b7a4b'),
  MAR: plain('b92432') + `<path d="m20 7 2 5h5.300l-4.300 3.200 1.700 5.200-4.700-3.200-4.700 3.200 1.700-5.200-4.300-3.200H18z" fill="none" stroke="#15633e" stroke-width="1.600"/>`,
  MMR: across('f5cf3d 2b8a4b d6293a') + star(20, 14, 9, 'fff'),
  NPL: plain('e9eeee') + `<path d="M9 2 29 14H17l12 12H9z" fill="#c4253f" stroke="#21408f" stroke-width="2"/>`,
  NGA: upright('16794a fff 16794a'),
  OMN: across('fff c62634 1b7a43') + box(0, 0, 11, HEIGHT, 'c62634') + ring(5.5, 5, 2.4, 1.2, 'fff'),
  PAK: plain('155c39') + box(0, 0, 10, HEIGHT, 'fff') + disc(25, 14, 6.5, 'fff') + disc(27, 12.5, 5.6, '155c39'),
  PHL: across('1d4aa8 c62f3b') + pennant(20, 'fff') + disc(7, 14, 3, 'f2c230'),
  POL: across('fff cf2637'),
  RUS: across('fff 2350a8 cf2637'),
  RWA: across('2fa3d8 2fa3d8 f5d63d 1f7a43') + disc(32, 7, 3.4, 'f5d63d'),
  SAU: plain('14713d') + line('M11 10h18M13 13h14', 2, 'fff') + line('M12 20h16', 1.4, 'fff'),
  SEN: upright('1b8552 f2d442 d32f39') + disc(20, 14, 2.8, '1b8552'),
  SOM: plain('4a9ed8') + star(20, 14, 7, 'fff'),
  ZAF: across('d1312f fff 22408f') + shape('M0 0l20 11h20v6H20L0 28z', '1b7a4b') + shape('M0 4l13 10L0 24z', 'f2b63a') + shape('M0 7l9 7-9 7z', '1a1a1a'),
  KOR: plain('fff') + disc(20, 14, 6, 'cf2637') + shape('M14 14a6 6 0 0 0 12 0 3 3 0 0 0-6 0 3 3 0 0 1-6 0z', '22408f') + line('M6 5l4 3M30 5l4 3M6 23l4-3M30 23l4-3', 2, '1a1a1a'),
  ESP: across('c62634 f3c93a f3c93a c62634') + box(10, 11, 5, 6, 'b1452c'),
  LKA: plain('f0b73a') + box(2.5, 2.5, 6, 23, '1c7350') + box(8.5, 2.5, 6, 23, 'dd7b2c') + box(17, 2.5, 20.5, 23, '8c2436'),
  SDN: across('c9283a fff 1a1a1a') + pennant(13, '157045'),
  SYR: across('1b7a43 fff 1a1a1a') + [10, 20, 30].map((x) => star(x, 14, 3, 'cf2637')).join(''),
  TJK: across('c62f3b fff fff 1b7a43') + line('M16 15h8M20 10v5', 1.8, 'e0b13a'),
  TZA: shape('M0 0h40L0 28z', '27a14e') + shape('M40 0v28H0z', '2f9fd6') + line('M-2 29.500 42-1.500', 11, 'f5cf3d') + line('M-2 29.500 42-1.500', 7, '1a1a1a'),
  THA: across('b7263a fff 2a3170 2a3170 fff b7263a'),
  TUN: plain('d6293a') + disc(20, 14, 7.5, 'fff') + moon(19.5, 14, 5, 'd6293a', 'fff') + star(22, 14, 2.6, 'd6293a'),
  TUR: plain('d6293a') + moon(15, 14, 6.5, 'fff', 'd6293a') + star(24, 14, 3, 'fff'),
  UGA: across('1a1a1a f2cc2e c82f36 1a1a1a f2cc2e c82f36') + disc(20, 14, 5, 'fff'),
  UKR: across('2b6fc2 f5d63d'),
  USA: across('c62634 fff c62634 fff c62634 fff c62634 fff c62634 fff c62634 fff c62634') + box(0, 0, 18, 15, '22307a') + [3, 7.5, 12].map((y) => [3, 9, 15].map((x) => disc(x, y, 1, 'fff')).join('')).join(''),
  UZB: across('2fa3d8 fff 2f9a4f') + line('M0 9.300h40M0 18.700h40', 1.2, 'cf2637') + moon(8, 5, 3, 'fff', '2fa3d8'),
  VNM: plain('d12a2c') + star(20, 14, 8, 'f6d338'),
  YEM: across('cb2a37 fff 1a1a1a'),
  ZMB: plain('1c7f48') + box(26, 10, 4.6, 18, 'cf3238') + box(30.6, 10, 4.7, 18, '1a1a1a') + box(35.3, 10, 4.7, 18, 'ee8a2d'),
} // prettier-ignore

export const flagName = (countryId: string): `flag-${string}` => `flag-${countryId.toLowerCase()}`

const byName = new Map<string, string>(
  countries.map(({ id }) => [
    flagName(id),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${FLAGS[id] ?? plain('e9eeee')}</svg>`,
  ]),
)

/** Returns an SVG, simplified for a very small size. */
export function findFlag(name: string): string | undefined {
  return byName.get(name)
}
