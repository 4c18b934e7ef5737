import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type ConfigEnv, type Plugin, type UserConfig } from 'vite'

import packageFile from './package.json' with { type: 'json' }
import type { BuiltFiles } from './src/browser/api/worker-rules.ts'
import { compileMessages } from './scripts/compile-messages.ts'
import { developProxy } from './scripts/develop.ts'
import { PAGE_VERSION_META } from './src/api/paths.ts'

/** What a cashier needs first after signing in. */
const SELLING = /src\/browser\/(shell\/AppFrame|pages\/sell\/SellPage)\.tsx$/

export default defineConfig({
  // Its exports name the development build only, which is twice the size; the package brings the other one along.
  resolve: {
    alias: [{ find: /^react-router$/, replacement: resolve('node_modules/react-router/dist/production/index.mjs') }],
  },
  plugins: [
    react(),
    tailwindcss(),
    compileMessages(),
    developProxy(),
    inlineStyles(),
    startEarly(),
    preloadFonts(),
    markVersion(),
    storeOffline(),
    precompress(),
  ],
  build: {
    outDir: 'dist/browser',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // The oldest browsers that sell (README.md, scripts/list-newer-apis.mjs).
    target: ['chrome109', 'edge109', 'firefox121', 'safari16', 'ios16'],
    // A list of what each lazy page imports would cost the first load 2 kB.
    modulePreload: false,
    // What the first load needs is one file, and what the lazy pages share a few others: smaller, compressed together, than the pieces they
    // would be cut into, and the first need not name each of those.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'first',
              tags: ['$initial'],
              test: /^(?!.*\/(early|service-worker|worker-rules)\.ts$)/,
              priority: 2,
            },
            // With all that they import.
            { name: 'selling', test: SELLING, priority: 1 },
          ],
        },
      },
      treeshake: { propertyReadSideEffects: false },
    },
  },
})

function isForBrowser(config: UserConfig, { command }: ConfigEnv): boolean {
  return command === 'build' && !config.build?.ssr
}

/**
 * Moves the one stylesheet into index.html: the first paint waits for nothing else. The server allows it by its hash. No chunk that is loaded later
 * may ask for it as a file.
 */
function inlineStyles(): Plugin {
  let styles = ''
  return {
    name: 'inline-styles',
    apply: isForBrowser,
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const files = Object.values(bundle)
        const [first, ...others] = files.filter(
          (file) => file.type === 'asset' && /\bfirst-[^/]*\.css$/.test(file.fileName),
        )
        if (first?.type !== 'asset' || others.length > 0)
          throw new Error('the first load does not have exactly one stylesheet')
        styles = String(first.source).trim()
        delete bundle[first.fileName]
        for (const file of files) if (file.type === 'chunk') file.viteMetadata?.importedCss.delete(first.fileName)
      },
    },
    transformIndexHtml: { order: 'post', handler: () => [{ tag: 'style', children: styles, injectTo: 'head' }] },
  }
}

/**
 * Puts `early.ts` first of all scripts: it asks and paints, and then starts the program it finds named in the page, and beside it selling where
 * somebody is signed in. Before it `browser-check.js` looks whether this browser can, as it is: no build may put newer syntax into it. Files, as no
 * script stands in the page itself.
 */
function startEarly(): Plugin {
  return {
    name: 'start-early',
    apply: isForBrowser,
    async buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/browser/api/early.ts', name: 'early' })
      const source = (await readFile('browser-check.js', 'utf8')).replaceAll(/^\/\/.*\n|^ +|\n/gm, '')
      this.emitFile({ type: 'asset', name: 'browser-check.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const early = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'early')
        const checkFile = Object.values(bundle).find((file) => /\bbrowser-check-/.test(file.fileName))?.fileName
        if (!checkFile) throw new Error('browser-check.js was not built')
        if (early?.type !== 'chunk' || early.imports.length > 0) throw new Error('early.ts was not built as one file')
        const selling = Object.values(bundle).filter(
          (file) => file.type === 'chunk' && SELLING.test(file.facadeModuleId ?? ''),
        )
        if (selling.length !== 2) throw new Error('AppFrame.tsx and SellPage.tsx were not built as one file each')
        const attrs = { type: 'module', crossorigin: '', fetchpriority: 'high', src: `/${early.fileName}` }
        return {
          html: html.replace(
            /<script type="module" crossorigin src="([^"]+)"><\/script>/g,
            '<meta name="program" content="$1">',
          ),
          tags: [
            { tag: 'script', attrs: { defer: true, src: `/${checkFile}` }, injectTo: 'head-prepend' },
            { tag: 'script', attrs, injectTo: 'head-prepend' },
            ...selling.map(({ fileName }) => ({ tag: 'meta', attrs: { name: 'selling', content: `/${fileName}` } })),
          ],
        }
      },
    },
  }
}

/** The three Latin weights every screen is set in; the other fonts are fetched when a text needs them. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: isForBrowser,
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((file) => /ibm-plex-sans-latin-(400|500|600)-normal-[^/]*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          }))
      },
    },
  }
}

/** Writes into the page of which build it is: the proxy turns requests of another one away. What the page names carries digests itself. */
function markVersion(): Plugin {
  return {
    name: 'mark-version',
    apply: isForBrowser,
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const digest = createHash('sha256').update(html).digest('hex').slice(0, 8)
        return [
          {
            tag: 'meta',
            attrs: { name: PAGE_VERSION_META, content: `${packageFile.version}-${digest}` },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}

/** Builds `service-worker.ts` as a file of its own, and writes into it what this build consists of: each file by its digest. */
function storeOffline(): Plugin {
  let publicDir = ''
  return {
    name: 'store-offline',
    apply: isForBrowser,
    enforce: 'post',
    configResolved: (config) => void (publicDir = config.publicDir),
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/browser/api/service-worker.ts', fileName: 'service-worker.js' })
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const worker = bundle['service-worker.js']
        if (worker?.type !== 'chunk' || worker.imports.length > 0)
          throw new Error('the service worker is no single file')
        const digests: Record<string, string> = {}
        const add = (file: string, content: string | Uint8Array) =>
          (digests[`/${file}`] = `sha256-${createHash('sha256').update(content).digest('base64')}`)
        for (const [file, built] of Object.entries(bundle))
          if (built !== worker && /^(index\.html|assets\/.*\.(js|css|woff2))$/.test(file))
            add(file, built.type === 'chunk' ? built.code : built.source)
        for (const file of await readdir(publicDir)) add(file, await readFile(join(publicDir, file)))
        const page = bundle['index.html']
        const html = page?.type === 'asset' ? String(page.source) : ''
        const [, version] = new RegExp(`<meta name="${PAGE_VERSION_META}" content="([^"]+)"`).exec(html) ?? []
        if (version === undefined) throw new Error('the page has no version')
        const later = Object.keys(digests).filter((path) => path.endsWith('.woff2') && !html.includes(path))
        const built: BuiltFiles = { version, digests, later }
        worker.code = `const BUILT_FILES=${JSON.stringify(built)};${worker.code}`
      },
    },
  }
}

/** A .br and a .gz beside every text file, for the server to hand out as they are. */
function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: isForBrowser,
    configResolved: (config) => void (outDir = config.build.outDir),
    // Not closeBundle: that runs after a failed build, too.
    async writeBundle() {
      const files = await readdir(outDir, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(js|css|html|svg|json)$/.test(file))
          .map(async (file) => {
            const path = join(outDir, file)
            const content = await readFile(path)
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
            await writeFile(`${path}.br`, brotliCompressSync(content, { params }))
            await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }))
          }),
      )
    },
  }
}
