import { CircleCheck, EyeOff, ShieldAlert, TicketCheck } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { groupCode, readLink, type Voucher } from '#domain/catalog/voucher.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { firstName } from '../../lib/current-user.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { useIsKiosk } from '../../lib/kiosk.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'

/** Sizes inside are relative to its width. */
export const CODE_CARD =
  'paper @container flex flex-[1_0_auto] flex-col gap-4 rounded-3 border-1 border-paper-line bg-paper px-4 pt-3 pb-4 max-sm:gap-3 md:px-6 md:pb-5 low:gap-3'
export const CODE_HEADING = 'text-3 font-medium text-paper-ink'

type CodeCardProps = {
  voucher: Voucher
  /** The delivery state. */
  foot: ReactNode
  onHide: () => void
}

/** The code in large type. Missing parts leave no gap. */
export function CodeCard({ voucher, foot, onHide }: CodeCardProps) {
  const t = useText()
  const { number, link } = voucher
  const isSafeLink = link !== undefined && readLink(link).kind === 'safe'
  const heading = number !== undefined ? 'pin' : isSafeLink ? 'link' : 'other'
  return (
    <section className={CODE_CARD} aria-labelledby="code-heading">
      <div className="-me-4 flex min-h-hit items-center justify-between">
        <h2 id="code-heading" className={CODE_HEADING}>
          {t(`delivery.heading.${heading}`)}
        </h2>
        <Button variant="quiet" icon={EyeOff} onClick={onHide}>
          {t('delivery.hide')}
        </Button>
      </div>
      <CodeParts voucher={voucher} />
      {foot}
    </section>
  )
}

type CodePartsProps = {
  voucher: Voucher
  isSmall?: boolean
}

/** Must be inside a `@container`. */
export function CodeParts({ voucher: { number, serial, reference, link }, isSmall = false }: CodePartsProps) {
  const t = useText()
  const isLinkAlone = number === undefined && serial === undefined && reference === undefined && link !== undefined
  return (
    <>
      {number !== undefined && <CodeText code={number} name={t('delivery.pin')} size={isSmall ? 'medium' : 'large'} />}
      {(serial !== undefined || reference !== undefined) && (
        <dl className="flex flex-wrap gap-x-7 gap-y-4">
          {serial !== undefined && (
            <div className="min-w-0">
              <dt className="text-1 font-medium text-paper-ink">{t('delivery.serial')}</dt>
              <dd>
                <CodeText code={serial} name={t('delivery.serial')} size="small" />
              </dd>
            </div>
          )}
          {reference !== undefined && (
            <div className="min-w-0">
              <dt className="text-1 font-medium text-paper-ink">{t('delivery.reference')}</dt>
              <dd className="font-mono text-4 wrap-anywhere">
                <bdi dir="ltr">{reference}</bdi>
              </dd>
            </div>
          )}
        </dl>
      )}
      {link !== undefined && (
        <>
          {!isLinkAlone && !isSmall && (
            <hr className="-mx-4 border-t border-dashed border-paper-line-strong md:-mx-6" />
          )}
          <CodeLink link={link} hasPin={number !== undefined} isAlone={isLinkAlone && !isSmall} />
        </>
      )}
    </>
  )
}

export function CodeFoot({ sale: { delivered, voucher, revealCount } }: { sale: Sale }) {
  const t = useText()
  return (
    <p className="mt-auto flex flex-wrap justify-between gap-x-4 gap-y-1 text-paper-ink">
      {delivered ? (
        <span className="flex items-center gap-2">
          <CircleCheck size={20} className="shrink-0" aria-hidden />
          <span>
            {t(`delivery.delivered.${delivered.method}`, {
              time: formatTime(delivered.at),
              name: firstName(delivered.by),
            })}
          </span>
        </span>
      ) : (
        voucher === 'ready' && (
          <span className="flex items-center gap-2">
            <TicketCheck size={20} className="shrink-0" aria-hidden />
            <span>{t('delivery.undelivered')}</span>
          </span>
        )
      )}
      <span>{t('delivery.shownTimes', { count: revealCount })}</span>
    </p>
  )
}

const CODE_SIZES = {
  large: 'my-auto leading-[1.2] font-medium tracking-code',
  medium: 'text-5 font-medium tracking-code',
  small: 'text-4',
}

type CodeTextProps = {
  code: string
  name: string
  size?: keyof typeof CODE_SIZES
}

/** Groups of four, with digits distinguished from letters. The copied text is as delivered, and screen readers read it character by character. */
function CodeText({ code, name, size = 'large' }: CodeTextProps) {
  const isLarge = size === 'large'
  return (
    <div
      className={`text-start font-mono wrap-anywhere whitespace-pre-wrap [direction:ltr] [unicode-bidi:isolate] rtl:text-end ${CODE_SIZES[size]} ${isLarge ? largeSizeOf(code) : ''}`}
      role="group"
      aria-label={name}
    >
      <span className="sr-only select-none">{Array.from(code).join(' ')}</span>
      <span aria-hidden="true">
        {groupCode(code).map((group, place) => (
          // Groups never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={place} className="inline-block max-w-full not-last:me-[0.44em]">
            {size === 'small' ? group : withSpokenDigits(group)}
          </span>
        ))}
      </span>
    </div>
  )
}

/** Sixteen characters fill one line; longer codes are smaller, to fit two or three lines. */
function largeSizeOf({ length }: string): string {
  if (length <= 32) return 'text-[length:min(theme(fontSize.8),8.2cqi)]'
  return length <= 96 ? 'text-[length:min(theme(fontSize.6),5cqi)]' : 'text-4'
}

const withSpokenDigits = (group: string) =>
  group.split(/(\p{N}+)/u).map((run, place) =>
    /^\p{N}/u.test(run) ? (
      // Runs never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <b key={place} className="font-semibold text-act-ink">
        {run}
      </b>
    ) : (
      run
    ),
  )

const QR_PX = 184
/** A kiosk has more space and is read from further away. */
const KIOSK_QR_PX = 240
const LONE_QR_PX = 320
/** The largest size that fits above a phone's actions. */
const LONE_PHONE_QR_PX = 280
const LINK_TEXT = 'block font-mono text-2 wrap-anywhere rtl:text-end'

type CodeLinkProps = {
  link: string
  /** The link requires a PIN. */
  hasPin: boolean
  isAlone: boolean
}

/** With the host that the browser would really open. An unsafe link is shown as text, and a kiosk opens no links. */
function CodeLink({ link: text, hasPin, isAlone }: CodeLinkProps) {
  const t = useText()
  const isKiosk = useIsKiosk()
  const isPhone = useMedia(PHONE)
  const link = readLink(text)
  if (link.kind === 'flagged') {
    return (
      <div className="flex items-center gap-5">
        <ShieldAlert size={40} className="shrink-0 text-paper-ink" aria-hidden />
        <div className="min-w-0 flex-1">
          <div className="text-1 font-medium text-paper-ink">{t('delivery.link')}</div>
          <p className={LINK_TEXT} dir="ltr">
            {link.text}
          </p>
          <p className="mt-1 text-paper-ink">{t(`delivery.flagged.${link.reason}`)}</p>
        </div>
      </div>
    )
  }
  const words = isKiosk ? 'kiosk.qrOnly' : hasPin ? 'delivery.redeemPin' : 'delivery.redeemLink'
  return (
    <div
      className={`flex items-center gap-4 @min-[25rem]:gap-5 @max-[25rem]:flex-wrap ${isAlone ? 'flex-1 justify-center' : ''}`}
    >
      <span className="shrink-0 overflow-hidden rounded-2 border-1 border-paper-line">
        <QrCode
          className="block h-auto max-w-full"
          text={link.href}
          name={t('delivery.qr')}
          minPx={isAlone ? (isPhone ? LONE_PHONE_QR_PX : LONE_QR_PX) : isKiosk ? KIOSK_QR_PX : QR_PX}
        />
      </span>
      <div className={`min-w-0 flex-1 @max-[25rem]:basis-full ${isAlone ? '@min-[25rem]:max-w-[20em]' : ''}`}>
        <h3 className="text-4">{t('delivery.redeem')}</h3>
        <p className="mt-1 max-w-[30em] text-paper-ink">{t(words)}</p>
        {!isKiosk && (
          <a
            className={`${LINK_TEXT} py-3 text-inherit`}
            dir="ltr"
            href={link.href}
            target="_blank"
            rel="noopener noreferrer"
          >
            <b>{link.host}</b>
            {link.rest}
          </a>
        )}
      </div>
    </div>
  )
}
