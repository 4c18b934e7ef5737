import type { FastifyRequest } from 'fastify'

import packageFile from '../../package.json' with { type: 'json' }
import { PAGE_VERSION_HEADER, PAGE_VERSION_META } from '#contract/proxy/page-version.ts'
import { RequestRefused } from './failures.ts'

const MARK = new RegExp(`<meta name="${PAGE_VERSION_META}" content="([\\w.+-]{1,60})"`)

/** The version of the page we hand out, as its build wrote it there; the package's where nothing was built. */
export const versionOf = (page: string): string => MARK.exec(page)?.[1] ?? packageFile.version

/** Turns away a page of another build: it may mean something else by what it sends (RELIABILITY E25). */
export function refuseOutdatedPage({ headers }: FastifyRequest, version: string): void {
  const theirs = headers[PAGE_VERSION_HEADER]
  if (theirs === undefined || theirs === version) return
  throw new RequestRefused(
    409,
    'page-outdated',
    'This page is of another version than the till. Load it anew; nothing was sent.',
  )
}
