import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const ACCOUNT = { posId: '77001', token: 'another-token-of-length' }

export type NewShop = {
  /** What the console shows at the first start. */
  setupLink: string
  close: () => Promise<void>
}

/** A till that sells for real, from a sandbox of its own, in which nobody ever was. */
export async function openNewShop(): Promise<NewShop> {
  const { startToptill } = await importBuilt<typeof import('#proxy/main.ts')>('main')
  const { startSandbox } = await importBuilt<typeof import('#sandbox/server.ts')>('sandbox')
  const folder = await mkdtemp(join(tmpdir(), 'toptill-e2e-'))
  const sandbox = await startSandbox({ account: ACCOUNT })
  let printed = ''
  const till = await startToptill({
    env: {
      PORT: '0',
      DATABASE_URL: `file:${folder}/toptill.db`,
      TOPUP_BASE_URL: sandbox.baseUrl,
      TOPUP_POS_ID: sandbox.posId,
      TOPUP_TOKEN: sandbox.token,
    },
    openSandbox: () => Promise.reject(new Error('this shop has a service of its own')),
    browserFolder: resolve('dist/browser'),
    print: (line) => (printed += `${line}\n`),
    record: () => {},
    pinCost: { N: 2, r: 1, p: 1 },
  })
  const [setupLink = ''] = /http\S+\/setup#\S+/.exec(printed) ?? []
  return {
    setupLink,
    close: async () => {
      await till.close()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const importBuilt = async <Module>(name: string) =>
  (await import(pathToFileURL(resolve('dist/server', `${name}.js`)).href)) as Module
