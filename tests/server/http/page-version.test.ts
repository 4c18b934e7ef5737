import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'

import { PAGE_VERSION_HEADER } from '#api/headers.ts'
import type { Status } from '#api/status.ts'
import { versionOf } from '#server/http/browser-files.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { openScriptedShop } from '../../support/scripted-shop.ts'
import { answer } from '../../support/scripted-service.ts'

describe('the version of the page', () => {
  it.each([
    { page: '<head><meta name="version" content="1.2.3-0a1b2c3d"></head>', version: '1.2.3-0a1b2c3d' },
    { page: '<head><title>Toptill</title></head>', version: packageFile.version },
    { page: '<meta name="version" content="">', version: packageFile.version },
    { page: '<meta name="version" content="<script>">', version: packageFile.version },
  ])('the version of the page $page is $version', ({ page, version }) => {
    expect(versionOf(page)).toBe(version)
  })
})

describe('E25, a page that opens a sale', () => {
  const page = '<head><meta name="version" content="0.1.0-new"></head><div id="root"></div>'

  it.each([
    { says: '0.1.0-new', status: 200 },
    { says: undefined, status: 200 },
    { says: '0.1.0-old', status: 409 },
    { says: '', status: 409 },
  ])(
    'E25: a request to open a sale from a page of version $says is answered with $status',
    async ({ says, status }) => {
      const { browser, service } = await openScriptedShop(
        { '/transaction/check': answer({ transaction: { id: '69d', state: -1 } }) },
        { page },
      )
      const amal = browser()
      const session = await amal.signIn('Amal')
      const { body: now } = await amal.ask<Status>('GET', '/api/status')
      expect([session.version, now.version]).toEqual(['0.1.0-new', '0.1.0-new'])

      const path = `/api/sales/${ulid()}`
      const wish = { kind: 'direct', serviceId: 'qamra-rc', account: '971500000001', amount: '25' }
      const answered = await amal.ask('PUT', path, wish, says === undefined ? {} : { [PAGE_VERSION_HEADER]: says })
      expect(answered.status).toBe(status)
      expect((await amal.ask('GET', path)).status).toBe(status === 200 ? 200 : 404)
      expect(service.on('/transaction/check')).toHaveLength(status === 200 ? 1 : 0)
      if (status === 409) expect(answered.body).toMatchObject({ code: 'page-outdated', moneyMoved: 'no' })
    },
  )
})
