import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { findFirstLoad, findPreloadedFonts, measureSizes } from '../../scripts/check-sizes.mjs'
import { aLastingFolder } from '../support/folders.ts'

const TICKET = 'src/browser/pages/sell/RechargeTicket.tsx'
const WALLET = 'src/browser/pages/wallet/WalletPage.tsx'
const manifest = {
  '_main.js': { file: 'main.js', imports: ['_react.js'], css: ['inlined.css'] },
  '_react.js': { file: 'react.js' },
  [TICKET]: { file: 'ticket.js', src: TICKET, isDynamicEntry: true, imports: ['_amount.js'] },
  '_amount.js': { file: 'amount.js' },
  [WALLET]: { file: 'wallet.js', src: WALLET, isDynamicEntry: true, css: ['wallet.css'] },
}

const html = '<link rel="preload" as="font" href="/plex.woff2"><script src="/main.js">'

const folder = aLastingFolder()
beforeAll(() => {
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'plex.woff2'), Buffer.alloc(80_000))
  for (const file of ['main.js', 'react.js', 'ticket.js', 'amount.js', 'wallet.css'])
    writeFileSync(join(folder, file), 'a')
  writeFileSync(join(folder, 'wallet.js'), randomBytes(60_000))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the first load consists of the scripts that the page names, and of what they import', () => {
  expect([...findFirstLoad(manifest, html)]).toEqual(['_main.js', '_react.js'])
  expect([...findFirstLoad(manifest, html, /Ticket/)]).toContain('_amount.js')
})

it('a page whose scripts are not in the manifest is an error', () => {
  expect(() => findFirstLoad({ '_main.js': { file: 'main.js' } }, '<script src="/other.js">')).toThrow('names none')
})

it('each kind of file is measured against its own budget', () => {
  const measured = measureSizes(folder, manifest)
  expect(measured.map(({ name, budget }) => [name, budget])).toEqual([
    ['first load', 120],
    ['until a cashier can sell', 150],
    ['fonts on first load', 75],
    ['ticket.js', 40],
    ['wallet.js', 40],
  ])
  const [first, , fonts, , wallet] = measured.map(({ kilobytes }) => kilobytes)
  expect(first).toBeLessThan(1)
  expect(fonts).toBe(80)
  expect(wallet).toBeGreaterThanOrEqual(60)
})

it('the fonts that the page preloads are found', () => {
  const html = '<link rel="preload" as="font" crossorigin href="/assets/a.woff2"><link rel="icon" href="/b.svg">'
  expect(findPreloadedFonts(html)).toEqual(['assets/a.woff2'])
})
