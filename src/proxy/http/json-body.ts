import type { FastifyInstance } from 'fastify'

import { RequestRefused } from '../failures.ts'
import { parseJsonObject } from '../wholesaler/parse-json.ts'

/** Deeper than any body of ours. */
const DEPTH = 8

/** Bodies are JSON objects, without keys that reach for a prototype. One that says nothing is a request without a body. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    const read = parseJsonObject(text, DEPTH)
    if (read.ok) done(null, read.value)
    else
      done(new RequestRefused(400, 'invalid-request', `The body is ${WHAT[read.detail ?? read.reason] ?? 'no JSON'}.`))
  })
}

const WHAT: Record<string, string> = {
  'too-deep': `deeper than ${DEPTH} levels`,
  'not an object': 'no JSON object',
  'a prototype key': 'not to have a key such as __proto__ or constructor',
}
