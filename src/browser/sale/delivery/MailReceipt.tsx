import { Mail } from 'lucide-react'
import { useState } from 'react'

import { readContact } from '#domain/contact.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useMailReceipt } from '../../api/printers.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'

/** Sends the receipt without its code to the customer. The address is in this field only, and gone with it. */
export function MailReceipt({ sale }: { sale: Pick<Sale, 'id'> }) {
  const t = useText()
  const locale = useLocale()
  const mail = useMailReceipt(sale.id)
  const [to, setTo] = useState('')
  const isAddress = readContact(to).status === 'email'
  const send = () => {
    if (!isAddress || mail.isPending) return
    mail.mutate({ to: to.trim(), language: locale }, { onSuccess: ({ isSent }) => isSent && setTo('') })
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
