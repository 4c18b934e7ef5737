export type Reply =
  | { kind: 'json'; status: number; body: object; afterMs?: number }
  | { kind: 'html'; status: number; body: string }
  | { kind: 'cut' }

export function json(body: object): Reply {
  return { kind: 'json', status: 200, body }
}

export function htmlError(status: number, title: string): Reply {
  return {
    kind: 'html',
    status,
    body: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  }
}

const REFUSALS = {
  1: 'auth failed',
  2: 'bad request',
  20: 'transaction not found',
  22: 'external transaction id not found',
  50: 'wrong input',
  101: 'product not available',
  105: 'external transaction id exists already',
  201: 'wrong account',
  1001: 'not enough funds',
  1200: 'customer banned',
}
export type RefusalCode = keyof typeof REFUSALS

// Neither the HTTP status of an error nor the type of its code is documented, so the sandbox uses both kinds.
const WITH_STATUS_200: RefusalCode[] = [50, 105, 201, 1200]
const WITH_CODE_AS_TEXT: RefusalCode[] = [22, 105]

type RefusalTexts = { detail?: string; displayError?: string }

/** Only `display_error` is meant for the customer. */
export function refusal(code: RefusalCode, { detail, displayError }: RefusalTexts = {}): Reply {
  const error = {
    code: WITH_CODE_AS_TEXT.includes(code) ? String(code) : code,
    message: detail ? `${REFUSALS[code]}: ${detail}` : REFUSALS[code],
    ...(displayError && { display_error: displayError }),
  }
  return { kind: 'json', status: WITH_STATUS_200.includes(code) ? 200 : 400, body: { error } }
}
