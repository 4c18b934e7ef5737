import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'vite'

import { houseFolder } from './house.mjs'

const browserFolder = join(houseFolder, 'dist', 'browser')

try {
  await buildBrowser()
  await build({ root: houseFolder, configFile: join(houseFolder, 'vite.server.config.ts'), logLevel: 'warn' })
} catch (error) {
  // The bundler's message shows the place; its stack is about the bundler.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function buildBrowser() {
  await build({
    root: houseFolder,
    configFile: join(houseFolder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: browserFolder, manifest: true },
  })
  // The size check reads it; it is nothing to serve.
  renameSync(join(browserFolder, '.vite', 'manifest.json'), join(houseFolder, 'dist', 'browser-manifest.json'))
  rmSync(join(browserFolder, '.vite'), { recursive: true })
}
