import { addAbortSignal } from 'node:stream'
import { createTransport } from 'nodemailer'

import type { AlertOutcome, AlertProblem } from '#domain/alerts.ts'
import { problemOf, type PostOptions } from './post.ts'

export type MailServer = {
  host: string
  port: number
  /** `tls`: encrypted from the first byte. `starttls`: before any command. `none`: only in private networks. */
  security: 'tls' | 'starttls' | 'none'
  user?: string | undefined
  password?: string | undefined
}

export type Letter = { id: string; from: string; to: string; subject: string; text: string }

/** A mail server's replies are a few lines long. */
const MAX_RESPONSE_BYTES = 64 * 1024

/** Repeats of an email have the same id. Never rejects. */
export async function sendEmail(
  { host, port, security, user, password }: MailServer,
  { id, from, to, subject, text }: Letter,
  { guard, deadlineMs, ca, signal }: PostOptions,
): Promise<AlertOutcome> {
  const socket = (security === 'none' ? guard.withoutTls : guard).connect(host, port)
  // Until the mail library uses the socket, we handle its errors. The first one is the reason.
  let broken: unknown
  socket.on('error', (error) => (broken ??= error))
  const deadline = AbortSignal.timeout(deadlineMs)
  addAbortSignal(AbortSignal.any([signal, deadline]), socket)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('close', () => reject(broken instanceof Error ? broken : new Error('closed')))
    })
    const transport = createTransport({
      connection: socket,
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(user !== undefined && password !== undefined ? { auth: { user, pass: password } } : {}),
      tls: { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) },
      connectionTimeout: deadlineMs,
      greetingTimeout: deadlineMs,
      socketTimeout: deadlineMs,
      socketCloseTimeout: 0,
      maxResponseSize: MAX_RESPONSE_BYTES,
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false,
    })
    await transport.sendMail({ messageId: `<${id}@toptill.invalid>`, from, to, subject, text })
    return { ok: true }
  } catch (error) {
    return { ok: false, ...(deadline.aborted ? { problem: 'no-reply' } : reasonOf(error, broken)) }
  } finally {
    socket.destroy()
  }
}

type Reason = { problem: AlertProblem; status?: number }

/** Looks at the mail library's error code, the network error code that it keeps, and the server's SMTP status. */
function reasonOf(error: unknown, broken: unknown): Reason {
  const { code, originalCode, responseCode: status } = error as MailError
  if (code === 'EAUTH') return { problem: 'sign-in', ...(status === undefined ? {} : { status }) }
  if (code === 'ETIMEDOUT') return { problem: 'no-reply' }
  const problem = problemOf(broken ?? (originalCode === undefined ? error : { code: originalCode }))
  if (code === 'ETLS') return { problem: problem === 'certificate' ? problem : 'no-tls' }
  return status === undefined ? { problem } : { problem: 'refused', status }
}

type MailError = { code?: string; originalCode?: string; responseCode?: number }
