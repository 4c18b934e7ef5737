import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createListener } from 'node:net'
import { join } from 'node:path'

import { rootFolder } from './root.mjs'
import { installWhenNeeded } from './install-when-needed.mjs'
import { findNodeProblem } from './node-version.mjs'
import { CommandError, runCommand } from './console.mjs'
import { closeOnSignal } from './start-till.mjs'

const PROXIED = ['/api', '/healthz', '/readyz', '/metrics']

const USAGE = `npm run dev
Serves the screen with hot reload, and the proxy with its sandbox, which restart at every change, behind one address.`

async function develop() {
  const problem = findNodeProblem()
  if (problem) throw new CommandError(problem)
  process.chdir(rootFolder)
  await installWhenNeeded({ withDev: true })

  const proxyPort = await findFreePort()
  const tsx = join(rootFolder, 'node_modules', 'tsx', 'dist', 'cli.mjs')
  const proxy = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'scripts/dev-server.ts'], {
    // tsx would restart at a key press.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(proxyPort), HOST: '127.0.0.1' },
  })
  const proxyEnded = once(proxy, 'exit')
  void proxyEnded.then(([code]) => process.exit(code ?? 1))
  process.on('exit', () => proxy.kill())

  const { createServer } = await import('vite')
  const vite = await createServer({
    root: rootFolder,
    configFile: join(rootFolder, 'vite.config.ts'),
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port: Number(process.env['PORT'] || 8080),
      strictPort: true,
      // The Host header stays that of the page, so the proxy accepts the browser's Origin as its own.
      proxy: Object.fromEntries(
        PROXIED.map((path) => [path, { target: `http://127.0.0.1:${proxyPort}`, changeOrigin: false }]),
      ),
    },
  })
  await vite.listen()
  console.log(`Toptill in development: http://127.0.0.1:${vite.config.server.port}`)
  closeOnSignal(async (signal) => {
    // Ctrl+C reaches the proxy directly; a second signal would end it while it closes.
    if (signal !== 'SIGINT') proxy.kill('SIGTERM')
    await Promise.all([vite.close(), proxyEnded])
  })
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const listener = createListener()
    listener.once('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      const port = typeof address === 'object' && address ? address.port : 0
      listener.close(() => resolve(port))
    })
  })
}

await runCommand(develop, USAGE)
