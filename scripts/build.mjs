import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'vite'

import { rootFolder } from './root.mjs'

const browserFolder = join(rootFolder, 'dist', 'browser')

try {
  await buildBrowser()
  await build({ root: rootFolder, configFile: join(rootFolder, 'scripts', 'vite.server.config.ts'), logLevel: 'warn' })
} catch (error) {
  // The bundler's message shows the place; its stack is about the bundler.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function buildBrowser() {
  await build({
    root: rootFolder,
    configFile: join(rootFolder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: browserFolder, manifest: true },
  })
  // The size check reads it, and it must not be served.
  renameSync(join(browserFolder, '.vite', 'manifest.json'), join(rootFolder, 'dist', 'browser-manifest.json'))
  rmSync(join(browserFolder, '.vite'), { recursive: true })
}
