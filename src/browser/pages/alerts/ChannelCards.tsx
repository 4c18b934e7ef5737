import { useQuery } from '@tanstack/react-query'
import { BellRing, Check, CircleAlert, Mail, Send, Webhook, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { Alerts, LastDelivery } from '#api/alerts.ts'
import type { AlertChannel } from '#domain/alerts.ts'
import {
  thisDeviceQuery,
  useAddThisDevice,
  useRemoveAlertDevice,
  useSetAlertEmail,
  useSetAlertWebhook,
  useTestAlert,
} from '../../api/alerts.ts'
import { failureMessage } from '../../api/failure-message.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'
import { DevicesDialog, EmailDialog, WebhookDialog } from './ChannelDialogs.tsx'

export function ChannelCards({ alerts }: { alerts: Alerts }) {
  return (
    <div className="grid items-stretch gap-3 md:grid-cols-3">
      <EmailCard alerts={alerts} />
      <WebhookCard alerts={alerts} />
      <DeviceCard alerts={alerts} />
    </div>
  )
}

type CardProps = { alerts: Alerts }

function EmailCard({ alerts: { email, allowsPrivate } }: CardProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const save = useSetAlertEmail()
  const { hasPassword, last, ...settings } = email
  const isReady = email.host !== '' && email.recipients.length > 0 && (email.user === '' || hasPassword)
  return (
    <Card
      channel="email"
      icon={Mail}
      title={t('shopAlerts.email')}
      isOn={email.isOn}
      isPending={save.isPending}
      error={save.error}
      target={email.recipients.length > 0 ? email.recipients.join(', ') : undefined}
      last={last}
      edit={<Button onClick={() => setIsOpen(true)}>{t('shopAlerts.edit')}</Button>}
      onSwitch={(isOn) => (isReady ? save.mutate({ ...settings, isOn }) : setIsOpen(true))}
    >
      {isOpen && <EmailDialog email={email} allowsPrivate={allowsPrivate} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

function WebhookCard({ alerts: { webhook, allowsPrivate } }: CardProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const save = useSetAlertWebhook()
  const { url, hasSecret, last } = webhook
  return (
    <Card
      channel="webhook"
      icon={Webhook}
      title={t('shopAlerts.webhook')}
      isOn={webhook.isOn}
      isPending={save.isPending}
      error={save.error}
      target={url === '' ? undefined : url}
      last={last}
      edit={<Button onClick={() => setIsOpen(true)}>{t('shopAlerts.edit')}</Button>}
      onSwitch={(isOn) => (url !== '' && hasSecret ? save.mutate({ url, isOn }) : setIsOpen(true))}
    >
      {isOpen && <WebhookDialog webhook={webhook} allowsPrivate={allowsPrivate} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

const PROBLEMS = {
  insecure: 'shopAlerts.push.insecure',
  unsupported: 'shopAlerts.push.unsupported',
  denied: 'shopAlerts.push.denied',
} satisfies Record<string, MessageId>

function DeviceCard({ alerts: { push } }: CardProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { data: device = {} } = useQuery(thisDeviceQuery)
  const [add, remove] = [useAddThisDevice(), useRemoveAlertDevice()]
  const mine = push.devices.find(({ id }) => id === device.id)
  const change = (isOn: boolean) => {
    if (isOn) add.mutate(push.publicKey)
    else if (mine) remove.mutate(mine.id)
  }
  return (
    <Card
      channel="push"
      icon={BellRing}
      title={t('shopAlerts.push')}
      isOn={mine !== undefined}
      isPending={add.isPending || remove.isPending}
      isDisabled={device.problem !== undefined}
      error={add.error ?? remove.error}
      target={
        device.problem ? t(PROBLEMS[device.problem]) : mine && t('shopAlerts.push.here', { till: mine.terminal.name })
      }
      isSentence={device.problem !== undefined}
      last={mine?.last}
      canTest={push.devices.length > 0}
      edit={
        <Button onClick={() => setIsOpen(true)} isOff={push.devices.length === 0}>
          {t('shopAlerts.push.others')}
        </Button>
      }
      onSwitch={change}
    >
      {isOpen && <DevicesDialog devices={push.devices} mine={mine?.id} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

type WayCardProps = {
  channel: AlertChannel
  icon: LucideIcon
  title: string
  isOn: boolean
  isPending: boolean
  isDisabled?: boolean
  error: unknown
  target: string | undefined
  /** The target is described in a sentence instead of being an email address or URL. */
  isSentence?: boolean
  last: LastDelivery | undefined
  canTest?: boolean
  edit: ReactNode
  onSwitch: (isOn: boolean) => void
  children?: ReactNode
}

function Card(props: WayCardProps) {
  const {
    channel,
    icon,
    title,
    isOn,
    isPending,
    isDisabled = false,
    error,
    target,
    isSentence,
    last,
    canTest = isOn,
  } = props
  const t = useText()
  const test = useTestAlert()
  const problem = error ?? test.error
  return (
    <section className="flex flex-col gap-1 rounded-3 border-1 border-line bg-surface p-4" aria-label={title}>
      <Switch icon={icon} isOn={isOn} isDisabled={isDisabled && !isOn} pending={isPending} onChange={props.onSwitch}>
        <b className="block text-start text-3 font-semibold">{title}</b>
      </Switch>
      <p
        className={`min-w-0 font-medium ${isSentence ? 'text-1' : 'truncate'}`}
        title={isSentence ? undefined : target}
      >
        <bdi>{target ?? t('shopAlerts.notSetUp')}</bdi>
      </p>
      <div aria-live="polite" className="mb-2 min-h-5">
        {problem ? <Result isBad>{t(failureMessage(problem))}</Result> : <LastResult last={last} isOn={isOn} />}
      </div>
      <div className="mt-auto grid grid-cols-2 gap-2">
        {props.edit}
        <Button icon={Send} pending={test.isPending} isOff={!canTest} onClick={() => test.mutate({ channel })}>
          {t('shopAlerts.test')}
        </Button>
      </div>
      {props.children}
    </section>
  )
}

function LastResult({ last, isOn }: { last: LastDelivery | undefined; isOn: boolean }) {
  const t = useText()
  const formatWhen = useFormatDate()
  if (!last) return isOn ? <Result>{t('shopAlerts.nothingSent')}</Result> : null
  const time = formatWhen(last.at)
  if (last.state === 'sent')
    return <Result>{t(last.isTest ? 'shopAlerts.testSent' : 'shopAlerts.sent', { time })}</Result>
  if (!last.problem) return null
  const reason = t(`shopAlerts.problem.${last.problem}`)
  if (last.nextAt === undefined) return <Result isBad>{t('shopAlerts.failed', { time, reason })}</Result>
  return <Result isBad>{t('shopAlerts.failedNext', { time, reason, next: formatWhen(last.nextAt) })}</Result>
}

const Result = ({ children, isBad = false }: { children: string; isBad?: boolean }) => (
  <p className={`flex items-start gap-2 text-1 ${isBad ? 'font-medium text-bad' : 'text-ink-2'}`}>
    {isBad ? (
      <CircleAlert className="shrink-0" size={18} aria-hidden />
    ) : (
      <Check className="shrink-0" size={18} aria-hidden />
    )}
    <span className="min-w-0">{children}</span>
  </p>
)
