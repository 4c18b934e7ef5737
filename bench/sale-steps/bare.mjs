import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

import { Pool } from 'undici'

import { answerFigures } from './figures.mjs'

// What the proxy is measured against: it signs a call and passes it on, and does nothing else.

const { SERVICE_URL = '', POS_ID = '', TOKEN = '' } = process.env
const pool = new Pool(SERVICE_URL, { connections: 8, pipelining: 1 })
let lastKey = Date.now()

function sign() {
  lastKey = Math.max(Date.now(), lastKey + 1)
  const key = String(lastKey)
  return { id: POS_ID, key, hash: createHash('md5').update(`${POS_ID}${TOKEN}${key}`).digest('hex') }
}

/** @param {string} path @param {string} text */
async function passOn(path, text) {
  const { statusCode, body } = await pool.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...JSON.parse(text), auth: sign() }),
  })
  return { status: statusCode, answer: await body.text() }
}

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    void passOn(request.url ?? '/', Buffer.concat(chunks).toString()).then(({ status, answer }) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) }
      response.writeHead(status, headers).end(answer)
    })
  })
})
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.send?.({ url: `http://127.0.0.1:${address.port}` })
})
answerFigures()
