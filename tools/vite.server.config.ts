import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { defineConfig } from 'vite'

import { findKnown } from './packages.ts'
import { rootFolder } from './command.mjs'

/** The packages for the "System check" page, because the till itself does not query a registry. Packages that only build or test are not included. */
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

/** Bundles every package except libsql, which loads a binary of its platform. */
export default defineConfig({
  ssr: { noExternal: true, external: ['libsql'] },
  publicDir: false,
  define: { PACKAGES_OF_BUILD: JSON.stringify(describePackages()) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    license: { fileName: 'licenses.txt' },
    rollupOptions: {
      input: {
        main: 'src/server/cli/run-server.ts',
        toptill: 'src/server/cli/toptill.ts',
        // What a clone runs after it has been installed and built.
        'run-toptill': 'src/server/cli/run-toptill.ts',
        sandbox: 'src/sandbox/server.ts',
        'sandbox-alone': 'src/sandbox/main.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
