import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { digestSources, isBuilt, isPackageBroken } from '../../scripts/build-when-stale.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toptill-build-'))
  mkdirSync(join(folder, 'src', 'domain'), { recursive: true })
  mkdirSync(join(folder, 'dist'))
  write('src/domain/sale.ts', 'one')
  write('index.html', '<html>')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
const stamp = () => write('dist/.stamp', digestSources(folder))

it('a build of the current sources is up to date', () => {
  stamp()
  expect(isBuilt(folder)).toBe(true)
})

it('a folder without a build stamp is not built', () => {
  expect(isBuilt(folder)).toBe(false)
})

it.each([
  { change: 'a changed file', make: () => write('src/domain/sale.ts', 'two') },
  { change: 'a new file', make: () => write('src/domain/money.ts', '') },
  {
    change: 'a file renamed',
    make: () => renameSync(join(folder, 'src/domain/sale.ts'), join(folder, 'src/domain/sold.ts')),
  },
  { change: 'a file gone', make: () => rmSync(join(folder, 'index.html')) },
  { change: 'another setting of the build', make: () => write('vite.config.ts', '') },
])('the build is stale after $change', ({ make }) => {
  stamp()
  make()
  expect(isBuilt(folder)).toBe(false)
})

it('a changed README does not make the build stale', () => {
  stamp()
  write('src/README.md', 'The map')
  expect(isBuilt(folder)).toBe(true)
})

it.each([
  {
    output: "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'vite' imported from scripts/build.mjs",
    isBroken: true,
  },
  { output: "MODULE_NOT_FOUND Cannot find module '@libsql/linux-x64-gnu'", isBroken: true },
  { output: 'Error: Cannot find native binding. npm has a bug related to optional dependencies', isBroken: true },
  { output: 'ERR_DLOPEN_FAILED invalid ELF header', isBroken: true },
  { output: 'Rolldown failed to resolve import "react-dom/client" from "src/browser/main.tsx".', isBroken: true },
  { output: "Could not resolve 'react-dom/client' in src/browser/main.tsx", isBroken: true },
  { output: "Could not resolve './shell/Frame.tsx' in src/browser/routes.tsx", isBroken: false },
  { output: 'src/domain/sale.ts: Unexpected token', isBroken: false },
])('a broken package is told from a broken source: $output', ({ output, isBroken }) => {
  expect(isPackageBroken(output)).toBe(isBroken)
})
