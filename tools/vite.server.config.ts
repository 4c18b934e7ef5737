import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { defineConfig } from 'vite'

import { findKnown } from './packages.ts'
import { rootFolder } from './command.mjs'

/** The packages on the "Ready to sell" page: the till itself queries no registry. Packages that only build or test are not included. */
function describePackages() {
  const lockFile = readFileSync(join(rootFolder, 'package-lock.json'))
  const lock = JSON.parse(lockFile.toString()) as { packages: Record<string, { dev?: boolean; version?: string }> }
  const known = JSON.parse(readFileSync(join(rootFolder, 'tools', 'known-advisories.json'), 'utf8'))
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev))
  return {
    count: Object.keys(packages).length,
    digest: createHash('sha256').update(lockFile).digest('hex').slice(0, 12),
    listMade: known.made,
    advisories: findKnown({ packages }, known),
  }
}

/** Packages are loaded from node_modules. */
export default defineConfig({
  publicDir: false,
  define: { PACKAGES_OF_BUILD: JSON.stringify(describePackages()) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: {
        main: 'src/server/run-toptill.ts',
        commands: 'src/server/cli/entry.ts',
        sandbox: 'src/sandbox/server.ts',
        'sandbox-alone': 'src/sandbox/main.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
