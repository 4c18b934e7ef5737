import { useQuery } from '@tanstack/react-query'
import { Copy, FileDown, Mail, MessageCircle, Share2 } from 'lucide-react'
import { useState, useId } from 'react'

import { readContact } from '#domain/phone/contact.ts'
import { onlyDigits } from '#domain/text/digits.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { findHiddenCharacter, isReadable } from '#domain/text/typed-text.ts'
import { sessionQuery } from '../../api/session.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useMailReceipt } from '../../api/printers.ts'
import { ServerFailure } from '../../api/request.ts'
import type { RevealReason } from '../../api/sale-steps.ts'
import { useText, useLocale } from '../../i18n/use-text.ts'
import { canShare, mailLink, whatsappLink } from '../../printing/share.ts'
import { Secret } from '../../lib/secret.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { Field, WordsField } from '../../ui/Field.tsx'
import { SaleProblem } from '../SaleProblem.tsx'
import type { Delivery } from './use-delivery.ts'

type ShareDialogProps = { delivery: Delivery; onClose: () => void }

/** The system's share sheet gets the code and the receipt. Links pass through many hands, so their text has no code. */
export function ShareDialog({ delivery, onClose }: ShareDialogProps) {
  const t = useText()
  const { hasCode, isShown, phone, title, textWithoutCode, savePdf, sale } = delivery
  const { data: mails } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.mailsReceipts === true })
  const [hasNoDialog, setHasNoDialog] = useState(false)
  const hasSheet = canShare()
  const mail = mailLink(title, textWithoutCode())
  const share = () => {
    void delivery.share()
    onClose()
  }
  const copy = () => {
    void delivery.copyText()
    onClose()
  }
  return (
    <Dialog
      heading={t('delivery.share')}
      foot={
        <Button size="lg" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
      onClose={onClose}
    >
      {hasSheet && (isShown || !hasCode) && (
        <Button size="lg" variant="tint" icon={Share2} onClick={share}>
          {t(hasCode ? 'delivery.shareCode' : 'delivery.shareReceipt')}
        </Button>
      )}
      {!hasSheet && isShown && (
        <Button size="lg" variant="tint" icon={Copy} onClick={copy}>
          {t('delivery.copyText')}
        </Button>
      )}
      {hasCode && <p className="text-1 text-ink-2">{t('delivery.shareWithout')}</p>}
      {phone !== undefined && (
        <ButtonAnchor
          size="lg"
          icon={MessageCircle}
          href={whatsappLink(textWithoutCode(), phone.digits)}
          {...OUTSIDE}
          onClick={onClose}
        >
          {t('delivery.whatsappTo', { number: `\u2066${phone.shown}\u2069` })}
        </ButtonAnchor>
      )}
      <ButtonAnchor
        size="lg"
        icon={MessageCircle}
        href={whatsappLink(textWithoutCode())}
        {...OUTSIDE}
        onClick={onClose}
      >
        {t('delivery.whatsapp')}
      </ButtonAnchor>
      {mails && sale ? (
        <MailReceipt sale={sale} />
      ) : (
        mail !== undefined && (
          <ButtonAnchor size="lg" icon={Mail} href={mail} onClick={onClose}>
            {t('delivery.mail')}
          </ButtonAnchor>
        )
      )}
      {savePdf && (
        <>
          <Button
            size="lg"
            icon={FileDown}
            onClick={() => void savePdf().then((isShown) => (isShown ? onClose() : setHasNoDialog(true)))}
          >
            {t('delivery.pdf')}
          </Button>
          <p className="text-1 text-ink-2" role="status">
            {t(hasNoDialog ? 'delivery.pdfNone' : 'delivery.pdfHint')}
          </p>
        </>
      )}
      {!hasSheet && (
        <p className="text-1 text-ink-2">{t(hasCode ? 'delivery.noShareSheet' : 'delivery.noShareSheetReceipt')}</p>
      )}
    </Dialog>
  )
}

const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer' }

/** Emails the receipt without its code. The address is not stored. */
function MailReceipt({ sale }: { sale: Pick<Sale, 'id'> }) {
  const t = useText()
  const locale = useLocale()
  const mail = useMailReceipt(sale.id)
  const [to, setTo] = useState('')
  const address = readContact(to)
  const isAddress = address.status === 'email'
  const send = () => {
    if (!isAddress || mail.isPending) return
    mail.mutate({ to: address.text, language: locale }, { onSuccess: ({ isSent }) => isSent && setTo('') })
  }
  const said = mail.error
    ? t(failureMessage(mail.error))
    : mail.data && t(mail.data.isSent ? 'delivery.mailSent' : 'delivery.mailNotSent')
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label={t('delivery.mailTo')}
        type="email"
        inputMode="email"
        autoComplete="off"
        dir="ltr"
        maxLength={100}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="lg"
        icon={Mail}
        pending={mail.isPending}
        blocked={isAddress ? undefined : t('delivery.mailMissing')}
      >
        {t('delivery.mail')}
      </Button>
      <p role="status">{said}</p>
    </form>
  )
}

const MAX_REASON = 300
const MAX_PIN = 12
const SHORTEST_PIN = 4

type RevealDialogProps = {
  isAsking: boolean
  error: unknown
  onShow: (why: RevealReason) => void
  onClose: () => void
}

/** Viewing another person's code requires a reason, and a PIN if the sign-in was too long ago (rule 12). */
export function RevealDialog({ isAsking, error, onShow, onClose }: RevealDialogProps) {
  const t = useText()
  const pinId = useId()
  const [reason, setReason] = useState('')
  const [pin, setPin] = useState('')
  const code = error instanceof ServerFailure ? error.failure.code : undefined
  const [needsPin, setNeedsPin] = useState(false)
  if (code === 'step-up-required' && !needsPin) setNeedsPin(true)
  const isPinMissing = needsPin && pin.length < SHORTEST_PIN
  const hidden = findHiddenCharacter(reason) && 'text.hidden'
  const missing = hidden
    ? hidden
    : !isReadable(reason)
      ? 'delivery.reasonMissing'
      : isPinMissing
        ? 'delivery.yourPinMissing'
        : undefined
  // Shows no error while the request is running or the PIN is being asked for.
  const isQuiet = isAsking || (code === 'step-up-required' && isPinMissing)

  return (
    <DialogForm
      heading={t('delivery.reasonHeading')}
      action={t('delivery.show')}
      missing={missing && t(missing)}
      sending={{ isPending: isAsking }}
      onSubmit={() => {
        onShow({ reason: reason.trim(), ...(needsPin && { pin: new Secret(pin) }) })
        setPin('')
      }}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('delivery.reasonHint')}</p>
      <WordsField
        label={t('delivery.reason')}
        rows={2}
        longest={MAX_REASON}
        text={reason}
        problem={hidden && t(hidden)}
        onType={setReason}
      />
      {needsPin && (
        <>
          <label htmlFor={pinId}>
            <b>{t('delivery.yourPin')}</b>
          </label>
          <input
            id={pinId}
            className="min-h-hit rounded-2 border-1 border-line-strong bg-surface px-3 text-5 tracking-[0.2em]"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            value={pin}
            onChange={(event) => setPin(onlyDigits(event.currentTarget.value).slice(0, MAX_PIN))}
          />
        </>
      )}
      <SaleProblem error={isQuiet ? undefined : error} />
    </DialogForm>
  )
}
