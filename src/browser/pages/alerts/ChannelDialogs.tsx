import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { AlertDevice, Alerts } from '#api/alerts.ts'
import { WEBHOOK_SECRET } from '#domain/alerts.ts'
import { onlyDigits } from '#domain/text/digits.ts'
import { findAddress } from '#domain/web-address.ts'
import { useRemoveAlertDevice, useSetAlertEmail, useSetAlertWebhook } from '../../api/alerts.ts'
import type { FailureWords } from '../../api/failure-message.ts'
import { formatDate } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { Secret } from '../../lib/secret.ts'
import { Tag } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm, FormProblem } from '../../ui/DialogForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { SelectField } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextInput.tsx'

type EmailDialogProps = { email: Alerts['email']; allowsPrivate: boolean; onClose: () => void }

const PORTS = { tls: '465', starttls: '587', none: '25' }
const MAX_RECIPIENTS = 10
/** Only the server can tell whether an address is forbidden. */
const REFUSED: FailureWords = { 'invalid-operation': 'shopAlerts.addressRefused' }
const ADDRESS = /^[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\]+$/

/** The password is never shown again. */
export function EmailDialog({ email, allowsPrivate, onClose }: EmailDialogProps) {
  const t = useText()
  const save = useSetAlertEmail()
  const { hasPassword, last: _last, isOn: _isOn, ...stored } = email
  const [typed, setTyped] = useState({ ...stored, port: String(email.port), recipients: email.recipients.join('\n') })
  const [password, setPassword] = useState('')
  const type = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }))
  const recipients = typed.recipients.split(/[\s,;]+/).filter((one) => one !== '')
  const port = Number(typed.port)
  const isSameServer =
    typed.host === email.host && port === email.port && typed.security === email.security && typed.user === email.user
  const keepsPassword = hasPassword && isSameServer
  const missing =
    typed.host === ''
      ? t('shopAlerts.email.hostMissing')
      : !ADDRESS.test(typed.from)
        ? t('shopAlerts.email.fromMissing')
        : recipients.length === 0 || recipients.length > MAX_RECIPIENTS || !recipients.every((one) => ADDRESS.test(one))
          ? t('shopAlerts.email.recipientsMissing')
          : typed.user !== '' && password === '' && !keepsPassword
            ? t('shopAlerts.email.passwordMissing')
            : undefined
  const submit = () => {
    const { host, security, user, from } = typed
    // No user means no sign-in.
    const change = user === '' ? { password: null } : password === '' ? {} : { password: new Secret(password) }
    save.mutate({ isOn: true, host, port, security, user, from, recipients, ...change }, { onSuccess: onClose })
  }
  const field = (name: 'host' | 'user' | 'from', inputMode?: 'url' | 'email') => (
    <Field
      label={t(`shopAlerts.email.${name}`)}
      dir="ltr"
      inputMode={inputMode}
      autoCapitalize="none"
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => type({ [name]: value.trim() })}
    />
  )
  return (
    <DialogForm
      heading={t('shopAlerts.email')}
      size="wide"
      action={t('shopAlerts.save')}
      missing={missing}
      sending={save}
      words={REFUSED}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-[1fr_96px]">
        {field('host', 'url')}
        <Field
          label={t('shopAlerts.email.port')}
          dir="ltr"
          inputMode="numeric"
          value={typed.port}
          onChange={({ currentTarget: { value } }) => type({ port: onlyDigits(value).slice(0, 5) })}
        />
      </div>
      <SelectField
        label={t('shopAlerts.email.security')}

        value={typed.security}
        options={(['tls', 'starttls', ...(allowsPrivate ? (['none'] as const) : [])] as const).map((value) => ({
          value,
          text: t(`shopAlerts.email.security.${value}`),
        }))}
        onChange={(security) => type({ security, port: PORTS[security] })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        {field('user')}
        <Field
          label={t('shopAlerts.email.password')}
          hint={keepsPassword ? t('shopAlerts.secretSet') : undefined}
          type="password"
          autoComplete="new-password"
          dir="ltr"
          data-no-scan
          value={password}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
      </div>
      {field('from', 'email')}
      <Field label={t('shopAlerts.email.recipients')} hint={t('shopAlerts.email.recipientsRule')}>
        {(control) => (
          <TextArea
            {...control}
            dir="ltr"
            rows={2}
            value={typed.recipients}
            onChange={({ currentTarget: { value } }) => type({ recipients: value })}
          />
        )}
      </Field>
    </DialogForm>
  )
}

type WebhookDialogProps = { webhook: Alerts['webhook']; allowsPrivate: boolean; onClose: () => void }

export function WebhookDialog({ webhook, allowsPrivate, onClose }: WebhookDialogProps) {
  const t = useText()
  const save = useSetAlertWebhook()
  const [url, setUrl] = useState(webhook.url)
  const [secret, setSecret] = useState(webhook.hasSecret ? '' : makeSecret)
  const [isShown, setIsShown] = useState(!webhook.hasSecret)
  const isAddress = findAddress(url) !== undefined && (allowsPrivate ? /^https?:/ : /^https:/).test(url)
  const missing = !isAddress
    ? t('shopAlerts.webhook.urlMissing')
    : (secret === '' && !webhook.hasSecret) || (secret !== '' && !WEBHOOK_SECRET.test(secret))
      ? t('shopAlerts.webhook.secretMissing')
      : undefined
  const replaceSecret = () => {
    setSecret(makeSecret())
    setIsShown(true)
  }
  return (
    <DialogForm
      heading={t('shopAlerts.webhook')}
      size="wide"
      action={t('shopAlerts.save')}
      missing={missing}
      sending={save}
      words={REFUSED}
      onSubmit={() =>
        save.mutate(
          { isOn: true, url, ...(secret === '' ? {} : { secret: new Secret(secret) }) },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <p className="text-ink-2">{t('shopAlerts.webhook.lead')}</p>
      <Field
        label={t('shopAlerts.webhook.url')}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        placeholder="https://"
        value={url}
        onChange={({ currentTarget: { value } }) => setUrl(value.trim())}
      />
      <Field
        label={t('shopAlerts.webhook.secret')}
        hint={webhook.hasSecret ? t('shopAlerts.secretSet') : t('shopAlerts.webhook.secretRule')}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        dir="ltr"
        data-no-scan
        value={secret}
        onChange={({ currentTarget: { value } }) => setSecret(value.trim())}
      />
      <Button icon={KeyRound} onClick={replaceSecret}>
        {t('shopAlerts.webhook.makeSecret')}
      </Button>
      {isShown && <p className="text-1 text-ink-2">{t('shopAlerts.webhook.copySecret')}</p>}
    </DialogForm>
  )
}

const makeSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`

type DevicesDialogProps = { devices: readonly AlertDevice[]; mine: string | undefined; onClose: () => void }

export function DevicesDialog({ devices, mine, onClose }: DevicesDialogProps) {
  const t = useText()
  const remove = useRemoveAlertDevice()
  return (
    <Dialog
      heading={t('shopAlerts.push.devices')}
      actions={
        <Button size="lg" onClick={onClose}>
          {t('shopAlerts.close')}
        </Button>
      }
      onClose={onClose}
    >
      <FormProblem error={remove.error} />
      <ul className="flex flex-col">
        {devices.map(({ id, person, terminal, addedAt }) => (
          <li key={id} className="flex min-h-bar items-center gap-3 border-t-1 border-line py-2 first:border-t-0">
            <span className="min-w-0 flex-1">
              <bdi className="block font-medium">{`${person.name}, ${terminal.name}`}</bdi>
              <span className="flex flex-wrap items-center gap-2 text-1 text-ink-2">
                {t('shopAlerts.push.since', { date: formatDate(addedAt) })}
                {id === mine && <Tag>{t('shopAlerts.push')}</Tag>}
              </span>
            </span>
            <Button
              icon={Trash2}
              aria-label={`${t('shopAlerts.push.remove')}, ${person.name}, ${terminal.name}`}
              pending={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
            >
              {t('shopAlerts.push.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
