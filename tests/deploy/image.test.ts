import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { VERSION } from '#server/lib/version.ts'
import { BUILT_FROM } from '../../tools/build.mjs'
import { openShop } from '../support/shop.ts'

const pem = (name: string) => fileURLToPath(new URL(`../support/localhost-${name}.pem`, import.meta.url))

/** Runs the health check of the image with the settings of a till. Returns its exit code. */
function check(settings: NodeJS.ProcessEnv): Promise<number | string | null | undefined> {
  const [, words = '[]'] = /^HEALTHCHECK .*\\\n +CMD (\[.*\])$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  const [program = '', ...args] = JSON.parse(words) as string[]
  return new Promise((resolve) => {
    execFile(program, args, { env: { PATH: process.env['PATH'], ...settings } }, (error) =>
      resolve(error ? error.code : 0),
    )
  })
}

describe('the health check of the image', () => {
  it.each([
    { protocol: 'http', tls: {}, host: { HOST: '127.0.0.2' } },
    { protocol: 'https', tls: { TLS_CERT_FILE: pem('cert'), TLS_KEY_FILE: pem('key') }, host: {} },
  ])(
    'the health check of the image finds a running till at its port by $protocol, and fails once it is closed',
    async ({ protocol, tls, host }) => {
      const shop = await openShop({ env: { ...tls, ...host } })
      const url = new URL(shop.url)
      expect(url.protocol).toBe(`${protocol}:`)
      expect(await check({ ...tls, ...host, PORT: url.port })).toBe(0)
      await shop.close()
      expect(await check({ ...tls, ...host, PORT: url.port })).toBe(1)
    },
  )
})

it('the image is built with every file that the build reads', () => {
  const given = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').split('\n')
  const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { references: { path: string }[] }
  const read = [...BUILT_FROM.map((path) => path.split('/')[0]), ...references.map(({ path }) => path.slice(2))]
  expect(given).toEqual(expect.arrayContaining(read.map((name) => `!${name}`)))
})

it('the services in compose.yaml keep a log of a bounded size', () => {
  const compose = readFileSync('deploy/compose.yaml', 'utf8')
  const [, services = ''] = /^services:\n(.*?)^networks:/ms.exec(compose) ?? []
  const each = services.split(/^ {2}(?=\S)/m).slice(1)
  expect(each.map((service) => /logging: \*logging|<<: \*till/.test(service))).toEqual([true, true, true, true])
  expect(compose).toMatch(/&logging\n.*\n +options: \{ max-size: \d+m/)
  expect(compose).toMatch(/&till\n +logging: \*logging/)
})

it('the label of the image is the version', () => {
  const [, label] =
    /^LABEL .*org\.opencontainers\.image\.version=(\S+)/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  expect(label).toBe(VERSION)
})
