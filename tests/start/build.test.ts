import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, it } from 'vitest'

import { digestSources, isBuilt, isPackageBroken } from '../../tools/build.mjs'
import { aFolder } from '../support/folders.ts'

let folder: string
beforeEach(() => {
  folder = aFolder()
  mkdirSync(join(folder, 'src', 'domain'), { recursive: true })
  mkdirSync(join(folder, 'dist'))
  write('src/domain/sale.ts', 'one')
  write('index.html', '<html>')
})

const at = (path: string) => join(folder, path)
const write = (path: string, text: string) => writeFileSync(at(path), text)
const stamp = () => write('dist/.stamp', digestSources(folder))

it('a build of the current sources is up to date', () => {
  stamp()
  expect(isBuilt(folder)).toBe(true)
})

it('a folder without a build stamp is not built', () => expect(isBuilt(folder)).toBe(false))

it.each([
  { change: 'a changed file', make: () => write('src/domain/sale.ts', 'two') },
  { change: 'a new file', make: () => write('src/domain/money.ts', '') },
  { change: 'a renamed file', make: () => renameSync(at('src/domain/sale.ts'), at('src/domain/sold.ts')) },
  { change: 'a removed file', make: () => rmSync(at('index.html')) },
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
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'vite' imported from tools/build.mjs", true],
  ["MODULE_NOT_FOUND Cannot find module '@libsql/linux-x64-gnu'", true],
  ['Error: Cannot find native binding. npm has a bug related to optional dependencies', true],
  ['ERR_DLOPEN_FAILED invalid ELF header', true],
  ['Rolldown failed to resolve import "react-dom/client" from "src/browser/main.tsx".', true],
  ["Could not resolve 'react-dom/client' in src/browser/main.tsx", true],
  ["Could not resolve './shell/Frame.tsx' in src/browser/routes.tsx", false],
  ['src/domain/sale.ts: Unexpected token', false],
])('a broken package is distinguished from a broken source: %s', (output, isBroken) => {
  expect(isPackageBroken(output)).toBe(isBroken)
})
