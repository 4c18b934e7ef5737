import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'

import { BUILD_HEADER } from '#api/headers.ts'
import type { Status } from '#api/status.ts'
import { buildOf } from '#server/http/browser-files.ts'
import { VERSION } from '#server/lib/version.ts'
import { openScriptedShop } from '../../support/scripted-shop.ts'
import { answer } from '../../support/scripted-service.ts'

describe('the build of the page', () => {
  it.each([
    { page: '<head><meta name="build" content="0a1b2c3d"></head>', build: '0a1b2c3d' },
    { page: '<head><title>Toptill</title></head>', build: 'development' },
    { page: '<meta name="build" content="">', build: 'development' },
    { page: '<meta name="build" content="<script>">', build: 'development' },
  ])('the build of the page $page is $build', ({ page, build }) => {
    expect(buildOf(page)).toBe(build)
  })
})

describe('E25, a page that opens a sale', () => {
  const page = '<head><meta name="build" content="new"></head><div id="root"></div>'

  it.each([
    { says: 'new', status: 200 },
    { says: undefined, status: 200 },
    { says: 'old', status: 409 },
    { says: '', status: 409 },
  ])('E25: a request to open a sale from a page of build $says is answered with $status', async ({ says, status }) => {
    const { browser, service } = await openScriptedShop(
      { '/transaction/check': answer({ transaction: { id: '69d', state: -1 } }) },
      { page },
    )
    const amal = browser()
    const session = await amal.signIn('Amal')
    const { body: now } = await amal.ask<Status>('GET', '/api/status')
    expect([session.build, now.build, now.version]).toEqual(['new', 'new', VERSION])

    const path = `/api/sales/${ulid()}`
    const wish = { kind: 'direct', serviceId: 'qamra-rc', account: '971500000001', amount: '25' }
    const answered = await amal.ask('PUT', path, wish, says === undefined ? {} : { [BUILD_HEADER]: says })
    expect(answered.status).toBe(status)
    expect((await amal.ask('GET', path)).status).toBe(status === 200 ? 200 : 404)
    expect(service.on('/transaction/check')).toHaveLength(status === 200 ? 1 : 0)
    if (status === 409) expect(answered.body).toMatchObject({ code: 'page-outdated', moneyMoved: 'no' })
  })
})
