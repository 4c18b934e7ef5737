import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { openShop } from '../support/shop.ts'

const pem = (name: string) => fileURLToPath(new URL(`../support/localhost-${name}.pem`, import.meta.url))

/** Runs the health check of the image with the settings of a till. Returns its exit code. */
function check(settings: NodeJS.ProcessEnv): Promise<number | string | null | undefined> {
  const [, words = '[]'] = /^HEALTHCHECK .*\\\n +CMD (\[.*\])$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  const [program = '', ...args] = (JSON.parse(words) as string[]).map((word) => word.replace(/^\/toptill\//, 'deploy/'))
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

it('every service keeps a log of a bounded size', () => {
  const servicesOf = (file: string) => {
    const [, services = ''] = /^services:\n(.*?)^(?:networks|volumes):/ms.exec(readFileSync(file, 'utf8')) ?? []
    return services.split(/^ {2}(?=\S)/m).slice(1)
  }
  const own = servicesOf('deploy/compose.yaml')
  expect(own.map((service) => /logging: \*logging|<<: \*till/.test(service))).toEqual([true, true, true, true])
  const watching = servicesOf('deploy/compose.watch.yaml')
  expect(watching.map((service) => service.includes('<<: *watch'))).toEqual([true, true, true])
  expect(readFileSync('deploy/compose.yaml', 'utf8')).toMatch(/&till\n +logging: \*logging/)
  for (const file of ['deploy/compose.yaml', 'deploy/compose.watch.yaml'])
    expect(readFileSync(file, 'utf8')).toMatch(/driver: local\n +options: \{ max-size: \d+m/)
})

it('what is not part of the image is not sent to the program that builds it', () => {
  const lines = readFileSync('deploy/.dockerignore', 'utf8').split('\n')
  const copied = [...readFileSync('deploy/Dockerfile', 'utf8').matchAll(/^COPY ([^-]\S*) /gm)].map(
    ([, name]) => `!${name}`,
  )
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['*', ...copied])
})

it('the systemd unit names a page that the archive has', () => {
  const unit = readFileSync('deploy/systemd/toptill.service', 'utf8')
  const [, page = ''] = /^Documentation=file:\/\/\/opt\/toptill\/app\/node_modules\/toptill\/(.+)$/m.exec(unit) ?? []
  expect(page).toMatch(/^docs\//)
  expect(existsSync(page)).toBe(true)
})
