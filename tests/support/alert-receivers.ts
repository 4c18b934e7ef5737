import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'

import { onTestFinished } from 'vitest'

const fileOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./certificates/${name}.pem`, import.meta.url)), 'utf8')
export const AUTHORITY = fileOf('authority')
const CERTIFICATE = { cert: fileOf('right-name'), key: fileOf('service-key') }
const SELF_SIGNED = { cert: fileOf('self-signed'), key: fileOf('service-key') }

async function listening(server: Server, sockets: Set<Socket>): Promise<number> {
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

type Mail = { from: string; to: string[]; content: string; user?: string; isEncrypted: boolean }

type MailMode = 'accepts' | 'rejects' | 'hangs' | 'floods' | 'refuses-recipient'
type MailOptions = {
  security?: 'tls' | 'starttls' | 'none' | 'self-signed'
  login?: { user: string; password: string }
}

/** A mail server with the part of SMTP that an email needs: TLS, STARTTLS, AUTH PLAIN, one email after another. */
export async function aMailServer({ security = 'none', login }: MailOptions = {}) {
  const state = { mode: 'accepts' as MailMode, connections: 0, letters: [] as Mail[], passwords: [] as string[] }
  const certificate = security === 'self-signed' ? SELF_SIGNED : CERTIFICATE

  function talk(socket: Socket, isEncrypted: boolean): void {
    let [rest, user, mail] = ['', undefined as string | undefined, { from: '', to: [] as string[] }]
    let content: string | undefined
    const say = (line: string) => socket.write(`${line}\r\n`)
    const onLine = (line: string): void => {
      if (content !== undefined) {
        if (line !== '.') return void (content += `${line}\n`)
        state.letters.push({ ...mail, content, ...(user === undefined ? {} : { user }), isEncrypted })
        mail = { from: '', to: [] }
        content = undefined
        say('250 2.0.0 accepted')
        return
      }
      const [verb = '', ...words] = line.split(/[ :]/)
      switch (verb.toUpperCase()) {
        case 'EHLO':
          say('250-mail.example')
          if (security === 'starttls' && !isEncrypted) say('250-STARTTLS')
          if (login) say('250-AUTH PLAIN')
          return void say('250 8BITMIME')
        case 'STARTTLS':
          if (security !== 'starttls' || isEncrypted) return void say('502 5.5.1 not here')
          say('220 go ahead')
          socket.removeAllListeners('data')
          return talk(new TLSSocket(socket, { isServer: true, ...certificate }), true)
        case 'AUTH': {
          const [, name = '', password = ''] = Buffer.from(words[1] ?? '', 'base64')
            .toString()
            .split('\0')
          state.passwords.push(password)
          user = name
          return void say(name === login?.user && password === login.password ? '235 welcome' : '535 5.7.8 who are you')
        }
        case 'MAIL':
          mail.from = /<(.*)>/.exec(line)?.[1] ?? ''
          return void say(state.mode === 'rejects' ? '451 4.3.0 try later' : '250 ok')
        case 'RCPT':
          mail.to.push(/<(.*)>/.exec(line)?.[1] ?? '')
          return void say(state.mode === 'refuses-recipient' ? '550 5.1.1 nobody here' : '250 ok')
        case 'DATA':
          content = ''
          return void say('354 go ahead')
        case 'QUIT':
          say('221 bye')
          return void socket.end()
        default:
          return void say('250 ok')
      }
    }
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  }

  const greet = (socket: Socket) => {
    state.connections += 1
    if (state.mode === 'hangs') return
    if (state.mode === 'floods') {
      const flood = () => {
        while (socket.writable && socket.write('x'.repeat(64 * 1024)));
      }
      socket.on('drain', flood)
      return flood()
    }
    socket.write('220 mail.example ESMTP\r\n')
    talk(socket, socket instanceof TLSSocket)
  }
  const isTls = security === 'tls' || security === 'self-signed'
  const server = isTls ? createTlsServer(certificate, greet) : createServer(greet)
  server.on('tlsClientError', () => {})
  const port = await listening(server, new Set())
  return Object.assign(state, { port })
}

export type Received = { headers: IncomingMessage['headers']; method: string; path: string; body: Buffer }
type ReceiverMode = 'accepts' | 'refuses' | 'hangs' | 'redirects' | 'floods' | 'drips' | 'gone'

const ANSWERS: Record<ReceiverMode, (response: ServerResponse) => void> = {
  accepts: (response) => response.writeHead(204).end(),
  refuses: (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>no</h1>'),
  gone: (response) => response.writeHead(410).end(),
  redirects: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  hangs: () => {},
  floods: (response) => {
    response.writeHead(200)
    const flood = () => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
    }
    response.on('drain', flood)
    flood()
  },
  drips: (response) => {
    response.writeHead(200)
    response.write('a')
  },
}

/** An HTTP or HTTPS server that keeps what it received and answers as `mode` says. */
export async function aReceiver({ tls = false, selfSigned = false } = {}) {
  const state = { mode: 'accepts' as ReceiverMode, requests: [] as Received[], sockets: new Set<Socket>() }
  const answer: RequestListener = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (chunk: Buffer) => parts.push(chunk))
    request.on('end', () => {
      const { headers, method = '', url: path = '' } = request
      state.requests.push({ headers, method, path, body: Buffer.concat(parts) })
      ANSWERS[state.mode](response)
    })
  }
  const server = tls ? createHttpsServer(selfSigned ? SELF_SIGNED : CERTIFICATE, answer) : createHttpServer(answer)
  server.on('tlsClientError', () => {})
  const port = await listening(server, state.sockets)
  const origin = `${tls ? 'https' : 'http'}://localhost:${port}`
  return Object.assign(state, { port, origin, url: `${origin}/till` })
}

/** Whether the former signature of a webhook is right, computed as `docs/developers/alert-webhook.md` says. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const expected = createHmac('sha256', secret)
    .update(`${String(headers['toptill-timestamp'])}.${body.toString()}`)
    .digest('hex')
  return headers['toptill-signature'] === `v1=${expected}`
}

/**
 * The browser's side of web push: its keys, and how it reads a message (RFC 8291 and 8188), written independently of
 * the code.
 */
export function aPushBrowser(origin: string) {
  const ecdh = createECDH('prime256v1')
  const point = ecdh.generateKeys()
  const secret = randomBytes(16)
  const subscription = {
    endpoint: `${origin}/push/${randomBytes(8).toString('hex')}`,
    p256dh: point.toString('base64url'),
    auth: secret.toString('base64url'),
  }
  const hkdf = (ikm: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, info, length))
  return {
    subscription,
    read(body: Buffer): { title: string; body: string; tag: string; path: string } {
      const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0]
      const sender = body.subarray(21, 21 + idLength)
      const sealed = body.subarray(21 + idLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
      const ikm = hkdf(ecdh.computeSecret(sender), secret, info, 32)
      const key = hkdf(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      if (padded.at(-1) !== 2) throw new Error('this is not the last record')
      return JSON.parse(padded.subarray(0, -1).toString('utf8')) as never
    },
  }
}

/** The claims of the VAPID header, if its signature matches the key sent with it (RFC 8292). */
export function readVapid(header: string): { key: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${body}`)
  const isRight = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('the signature is wrong')
  return { key, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as never }
}
