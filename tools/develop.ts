import { spawn } from 'node:child_process'

import type { Plugin } from 'vite'

import { findFreePort } from './command.mjs'

const TSX = 'node_modules/tsx/dist/cli.mjs'
const PROXIED = ['/api', '/healthz', '/readyz', '/metrics']

/** Runs the server and its sandbox behind Vite's URL, and restarts it at every change. */
export function developProxy(): Plugin {
  let proxyPort = ''
  return {
    name: 'develop-proxy',
    apply: (_config, { command, isPreview }) => command === 'serve' && !isPreview,
    async config() {
      proxyPort = await findFreePort()
      return {
        server: {
          host: '127.0.0.1',
          port: Number(process.env['PORT'] || 8080),
          strictPort: true,
          // The Host header stays that of the page, so the server accepts the browser's Origin as its own.
          proxy: Object.fromEntries(
            PROXIED.map((path) => [path, { target: `http://127.0.0.1:${proxyPort}`, changeOrigin: false }]),
          ),
        },
      }
    },
    configureServer({ httpServer }) {
      // With a terminal as its input, tsx would restart at every key press.
      const proxy = spawn(process.execPath, [TSX, 'watch', '--clear-screen=false', 'tools/dev-server.ts'], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, PORT: proxyPort, HOST: '127.0.0.1' },
      })
      proxy.once('exit', (code) => process.exit(code ?? 1))
      // Only once: a second signal would kill it while it closes.
      const end = () => proxy.removeAllListeners('exit').kill()
      process.once('exit', end)
      httpServer?.once('close', () => {
        process.off('exit', end)
        end()
      })
    },
  }
}
