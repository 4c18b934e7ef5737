import { connect } from 'node:net'

/**
 * Runs as a separate process: sends as many requests as it can to `process.argv[2]`, whatever the responses are. It
 * reports when the rate limit first rejects a request and, when asked to stop, how many responses of each status there
 * were.
 */
const { hostname, port } = new URL(process.argv[2] ?? '')
const CONNECTIONS = 60

const token = () => Array.from({ length: 43 }, () => 'abcdefghij0123456789-_'[Math.floor(Math.random() * 22)]).join('')
const head = (/** @type {string} */ line, /** @type {string[]} */ ...more) =>
  [`${line} HTTP/1.1`, `Host: ${hostname}:${port}`, ...more, '', ''].join('\r\n')
const cookies = () => `Cookie: toptill-practice-terminal=${token()}; toptill-practice-session=${token()}`
const write = (/** @type {string} */ line, /** @type {string} */ body) =>
  head(
    line,
    cookies(),
    `Origin: http://${hostname}:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ) + body

const KINDS = [
  () => head('GET /api/status', cookies()),
  () => head('GET /api/sales?q=1', cookies()),
  () => head('GET /api/session'),
  () => head('GET /'),
  () => head('GET /api/catalog'),
  () => write('PUT /api/sales/01JD6X0000000000000000000A', '{"kind":"direct"}'),
  () => write('POST /api/session', '{"staffId":"nobody","pin":"0000"}'),
  () => write('POST /api/terminals/enroll', '{"code":"AAAA-AAAA"}'),
  () => write('POST /api/sales/01JD6X0000000000000000000A/confirm', `{"a":${'['.repeat(4000)}}`),
]

/** @type {Record<string, number>} */
const statuses = {}

/** Every second connection does not wait for its responses. */
function open(/** @type {number} */ number) {
  const atOnce = number % 2 === 0 ? 1 : 16
  const socket = connect(Number(port), hostname)
  let next = 0
  const more = () => {
    if (socket.destroyed) return
    let text = ''
    for (let count = 0; count < atOnce; count += 1) text += KINDS[(next += 1) % KINDS.length]?.()
    socket.write(text)
  }
  let waiting = atOnce
  socket.on('connect', more)
  socket.on('data', (chunk) => {
    for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === '429' && statuses[status] === 1) process.send?.('too many')
      waiting -= 1
    }
    if (waiting > 0) return
    waiting = atOnce
    more()
  })
  socket.on('error', () => {})
  socket.on('close', () => setImmediate(open, number))
}

for (let count = 0; count < CONNECTIONS; count += 1) open(count)
process.on('message', () => {
  process.send?.(statuses)
  process.exit(0)
})
