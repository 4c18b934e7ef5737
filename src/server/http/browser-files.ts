import { readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { BUILD_META } from '#api/headers.ts'
import { access } from '../staff/access.ts'
import { sendProblem } from './problem.ts'
import type { Route } from './route.ts'

const BUILD = new RegExp(`<meta name="${BUILD_META}" content="([\\w.+-]{1,60})"`)

export const readPage = (browserFolder: string): string => readFileSync(join(browserFolder, 'index.html'), 'utf8')

export const buildOf = (page: string): string => BUILD.exec(page)?.[1] ?? 'development'

/** The app holds no secret. */
export const browserRoute: Route = { method: 'GET', path: '/*', access: access.anyone, answer: 'files' }

/** The page is served at every path that is neither a file nor part of the API. */
export async function serveBrowser(app: FastifyInstance, browserFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(browserFolder),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The page is never answered with 304 (see below). Without these, it fits into the first packets of a connection.
      if (path.endsWith('index.html'))
        for (const name of ['etag', 'last-modified', 'accept-ranges']) reply.removeHeader(name)
      // Everything else may change with the next build.
      const isHashed = path.startsWith(join(resolve(browserFolder), 'assets', sep))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // A 304 would keep the page's old security policy, which depends on the settings.
  app.addHook('onRequest', async ({ url, headers }) => {
    if (!isPage(url)) return
    delete headers['if-none-match']
    delete headers['if-modified-since']
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (['GET', 'HEAD'].includes(request.method) && isPage(request.url)) return reply.sendFile('index.html')
    return sendProblem(reply, 404, {
      code: 'not-found',
      message: 'There is nothing at this address.',
      moneyMoved: 'no',
    })
  })
}

const isPage = (url: string): boolean => !url.startsWith('/api/') && (!/\.\w+$/.test(url) || url === '/index.html')
