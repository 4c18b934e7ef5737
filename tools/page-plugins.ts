import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import type { Plugin } from 'vite'

import { BUILD_META } from '../src/api/headers.ts'
import type { BuiltFiles } from '../src/browser/api/worker-rules.ts'

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content)

/**
 * Marks each schema call as free of side effects, so that the page leaves out what only the server reads. A block comment in these folders must not
 * contain such a call.
 */
export function dropSchemas(): Plugin {
  return {
    name: 'drop-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/(api|domain)\// },
      handler: (code) => ({ code: code.replaceAll(/\bv\.\w+[(<]/g, '/* @__PURE__ */ $&'), map: null }),
    },
  }
}

/** Inlining lets the page paint 0.4 s earlier on a slow connection. The server allows the styles by their digest. */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html
          .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (_, file: string) => {
            const styles = bundle[file]
            if (styles?.type !== 'asset') throw new Error(`the stylesheet ${file} was not built`)
            delete bundle[file]
            return `<style>${String(styles.source).trim()}</style>`
          })
          .replace(/<!--[^]*?-->\s*|(?<=>)\s+(?=<)/g, ''),
    },
  }
}

/**
 * From the page's build, the server detects requests of another build and rejects them. The service worker is a separate file that names all files of
 * this build with their digests.
 */
export function storeOffline(): Plugin {
  let build = ''
  return {
    name: 'store-offline',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/browser/api/service-worker.ts', fileName: 'service-worker.js' })
    },
    transformIndexHtml(html) {
      // The files that the page names have digests in their names.
      build = sha256(html).digest('hex').slice(0, 8)
      return [{ tag: 'meta', attrs: { name: BUILD_META, content: build }, injectTo: 'head' }]
    },
    generateBundle: {
      // Before this phase, Vite still changes the files.
      order: 'post',
      handler(_, { 'service-worker.js': worker, ...bundle }) {
        if (worker?.type !== 'chunk' || worker.imports.length > 0) throw new Error('the worker is no single file')
        let html = ''
        const digests: BuiltFiles['digests'] = {}
        const add = (name: string, content: string | Uint8Array) => {
          if (name === 'index.html') html = String(content)
          if (!name.startsWith('.vite/')) digests[`/${name}`] = `sha256-${sha256(content).digest('base64')}`
        }
        for (const file of Object.values(bundle)) add(file.fileName, file.type === 'chunk' ? file.code : file.source)
        for (const name of readdirSync('public')) add(name, readFileSync(join('public', name)))
        const later = Object.keys(digests).filter((path) => path.endsWith('.woff2') && !html.includes(path))
        worker.code = `const BUILT_FILES=${JSON.stringify({ build, digests, later } satisfies BuiltFiles)};${worker.code}`
      },
    },
  }
}

/** Writes a .br and a .gz of every text file next to it, for the server to send unchanged. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // `closeBundle` is not used, because it also runs after a failed build.
    writeBundle({ dir = '' }) {
      for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json)$/.test(file)) continue
        const content = readFileSync(join(dir, file))
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(content))
        writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}
