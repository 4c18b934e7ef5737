import { createHash } from 'node:crypto'

import type { FastifyReply } from 'fastify'

import { ACCENT_COLORS, ACCENTS, type Accent } from '#domain/accent.ts'
import { toWesternDigits, withPlainForms } from '#domain/text/digits.ts'
import { sorted } from '#domain/in-order.ts'
import type { Language } from '#domain/language.ts'
import { mayChange, type CustomerStatus, type CustomerView } from '#domain/sale/customer-status.ts'
import { cutText } from '#domain/text/typed-text.ts'
import { SAY, type Say } from '../lib/words.ts'
import { STAY } from './status-link.ts'

/** The reload interval while something may change. */
const AGAIN_SECONDS = 20

const accentsIn = (theme: 'light' | 'dark') =>
  ACCENTS.map((accent) => `.${accent}{--act:${ACCENT_COLORS[accent][theme].act}}`).join('')

/** The till's colors, on paper. No script and nothing else of the till, so it works on any phone. */
const STYLE = `
:root{color-scheme:light dark;--canvas:#e9eeee;--surface:#fffcf2;--ink:#10242a;--ink-2:#3b5157;--line:#d8cfb4;--ok:#14652f;--wait:#6f4400;--bad:#9c1a1a;--unk:#523583}${accentsIn('light')}
@media (prefers-color-scheme:dark){:root{--canvas:#0d1619;--surface:#18262a;--ink:#eaf2f3;--ink-2:#b9c9cd;--line:#2c3f45;--ok:#7fd396;--wait:#f5c15c;--bad:#ff9d93;--unk:#c4aef0}${accentsIn('dark')}}
*{box-sizing:border-box;margin:0}
body{padding:1rem;background:var(--canvas);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic","Noto Sans Devanagari",sans-serif;overflow-wrap:anywhere}
main{max-width:30rem;margin-inline:auto;padding:1.25rem 1.25rem 2rem;background:var(--surface);border-top:.5rem solid var(--tone);border-radius:.75rem .75rem 0 0;--edge:conic-gradient(from -45deg at bottom,#0000,#000 1deg 89deg,#0000 90deg) 50%/16px 100%;-webkit-mask:var(--edge);mask:var(--edge)}
header{display:flex;flex-direction:column;align-items:center;gap:.5rem;padding-bottom:1rem;margin-bottom:1.25rem;border-bottom:1px dashed var(--line);text-align:center}
header p{margin:0;font-size:1.25rem;font-weight:600}
header img{max-width:10rem;max-height:5rem;padding:.25rem;background:#fff;border-radius:.5rem}
h1{font-size:2.25rem;line-height:1.2;color:var(--tone)}
ol{display:flex;margin-top:1.25rem;padding:0;list-style:none;font-size:.875rem;color:var(--ink-2)}
li{flex:1;padding-top:1.5rem;position:relative;text-align:center}
li::before{content:"";position:absolute;top:.25rem;inset-inline-start:calc(50% - .5rem);width:1rem;height:1rem;border:3px solid var(--tone);border-radius:50%;background:var(--surface);box-sizing:border-box;z-index:1}
li.done::before{background:var(--tone)}
li+li::after{content:"";position:absolute;top:.6875rem;inset-inline:-50% 50%;height:2px;background:var(--line)}
li.done+li.done::after{background:var(--tone)}
p{margin-top:.75rem}
.next{font-weight:600}
dl{margin-top:1.25rem;border-top:1px solid var(--line)}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
dt,.again{color:var(--ink-2)}
a{display:inline-flex;align-items:center;min-height:48px;padding-inline:.5rem;color:var(--act)}
.ok{--tone:var(--ok)}.wait{--tone:var(--wait)}.bad{--tone:var(--bad)}.unk{--tone:var(--unk)}.none{--tone:var(--ink-2)}
`

const POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  // Keeps browsers from requesting an icon.
  'img-src data:',
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

type Tone = 'ok' | 'wait' | 'bad' | 'unk' | 'none'

export const TONES: Record<CustomerStatus, Tone> = {
  'on-its-way': 'wait',
  'code-coming': 'wait',
  'not-known': 'unk',
  sold: 'ok',
  'code-waiting': 'ok',
  'not-sold': 'bad',
  refunded: 'bad',
}

export type StatusPage = { status: 200 | 404 | 429 | 503; body: string; looksAgain: boolean }

type Seen = {
  now: number
  /** The shop's. */
  timeZone: string
  isPractice: boolean
  /** True without automatic reloads. */
  stays: boolean
  shop: StatusShop
}

/** What the shop shows of itself. `logo` is a data URL with a PNG. */
export type StatusShop = {
  name?: string | undefined
  phone?: string | undefined
  logo?: string | undefined
  accent: Accent
}

export function statusPage(
  view: CustomerView,
  { now, timeZone, isPractice, stays, shop }: Seen,
  language: Language,
): StatusPage {
  const say = SAY[language]
  const changes = mayChange(view.status)
  const facts: [string, string][] = [
    [say('status.product'), escaped(view.product)],
    ...(view.lastDigits === undefined
      ? []
      : [[say('status.lastDigits'), leftToRight(view.lastDigits)] as [string, string]]),
    [say('status.sentAt'), leftToRight(stampOf(view.sentAt, timeZone))],
    [say('status.seenAt'), leftToRight(stampOf(now, timeZone))],
  ]
  const again = stays
    ? `<p class="again"><a href="?">${say('status.look')}</a></p>`
    : `<p class="again">${say('status.looksAgain')} <a href="?${STAY}">${say('status.stay')}</a></p>`
  const more = `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>${changes ? again : ''}`
  const mark = isPractice ? `<p class="next">${say('status.practice')}</p>` : ''
  const body = documentOf(language, TONES[view.status], view.status, {
    head: headOf(shop),
    mark: mark + timelineOf(view.status, say),
    more: more + callOf(shop, say),
    accent: shop.accent,
  })
  return { status: 200, body, looksAgain: changes && !stays }
}

/** The page for every link without a sale, whatever is wrong with it. */
export const nothingPage = (language: Language): StatusPage => ({
  status: 404,
  body: documentOf(language, 'none', 'nothing'),
  looksAgain: false,
})

/** The link was not read: too many requests (429), or no process that could answer (503). */
export const busyPage = (language: Language, status: 429 | 503): StatusPage => ({
  status,
  body: documentOf(language, 'none', 'busy'),
  looksAgain: true,
})

/** The page may not be cached, framed or indexed. It reloads by a header, equivalent to a `meta` element. */
export const sendStatusPage = (reply: FastifyReply, { status, body, looksAgain }: StatusPage): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'accept-language',
      ...(looksAgain ? { refresh: String(AGAIN_SECONDS) } : {}),
      ...(status >= 429 ? { 'retry-after': String(AGAIN_SECONDS) } : {}),
    })
    .send(body)

type Parts = { head?: string; mark?: string; more?: string; accent?: Accent }

/** The shop as on the head of a receipt. */
function headOf({ name, logo }: StatusShop): string {
  const picture = logo === undefined ? '' : `<img src="${logo}" alt="">`
  return picture === '' && name === undefined
    ? ''
    : `<header>${picture}${name ? `<p>${escaped(name)}</p>` : ''}</header>`
}

/** Paid, sent to the operator, and the end. Only for those who see it: the heading says the same. */
function timelineOf(status: CustomerStatus, say: Say): string {
  const isOpen = mayChange(status)
  const steps = [
    say('status.step.paid'),
    say('status.step.sent'),
    say(isOpen ? 'status.step.result' : `status.${status}.heading`),
  ]
  const items = steps.map((step, at) => `<li class="${at < 2 || !isOpen ? 'done' : 'now'}">${step}</li>`)
  return `<ol aria-hidden="true">${items.join('')}</ol>`
}

function callOf({ phone }: StatusShop, say: Say): string {
  if (phone === undefined) return ''
  const number = dialable(phone)
  const shown = leftToRight(escaped(phone))
  const link = number === undefined ? shown : `<a href="tel:${number.replaceAll('#', '%23')}">${shown}</a>`
  return `<p class="call">${say('status.call')} ${link}</p>`
}

/** The longest number in the text: a shop may have written two, a name or its opening hours. */
function dialable(phone: string): string | undefined {
  const numbers = toWesternDigits(withPlainForms(phone)).match(/(?:[+*#\d]|\(\d+\))(?:[\d*#\s.-]|\(\d+\))*/g) ?? []
  const dialed = numbers.map((number) => number.replaceAll(/[^+*#\d]/g, ''))
  return sorted(dialed, (a, b) => b.length - a.length).find((number) => number.length >= 3)
}

function documentOf(
  language: Language,
  tone: Tone,
  said: CustomerStatus | 'nothing' | 'busy',
  { head = '', mark = '', more = '', accent = 'petrol' }: Parts = {},
): string {
  const say = SAY[language]
  const heading = say(`status.${said}.heading`)
  return [
    `<!doctype html><html lang="${language}" dir="${say('direction')}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<link rel="icon" href="data:,"><title>${heading}</title><style>${STYLE}</style></head>`,
    `<body class="${accent}"><main class="${tone}">${head}<h1>${heading}</h1>${mark}<p>${say(`status.${said}.what`)}</p><p class="next">${say(`status.${said}.next`)}</p>${more}</main></body></html>`,
  ].join('')
}

/** The wholesaler's names may be longer. */
const MAX_NAME = 120
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string =>
  `<bdi>${cutText(text, MAX_NAME).replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '')}</bdi>`

const leftToRight = (text: string): string => `<bdi dir="ltr">${text}</bdi>`

/** The format of the slip: `20-11-2026 14:32`. */
function stampOf(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB-u-nu-latn', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return format.format(at).replaceAll('/', '-').replace(',', '')
}
