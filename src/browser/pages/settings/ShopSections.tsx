import { Wallet } from 'lucide-react'

import { isPictureHost, type Settings, type SettingsAnswer } from '#api/settings.ts'
import { ACCENT_COLORS, ACCENTS } from '#domain/accent.ts'
import { findHiddenCharacter } from '#domain/text/typed-text.ts'
import { toAmountText } from '#domain/money/typed-amount.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { SelectField } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import { timeZoneOptions } from '../../lib/time-zones.ts'
import { AmountInput, findAmountProblem } from '../../settings/settings-section.tsx'
import { BrandPreview } from './Preview.tsx'
import { Section } from './Section.tsx'
import { useSavedSection } from './use-saved-section.ts'

type Props = { settings: Settings; currency: string }

const ZONE_FIXED = { administrator: 'settings.day.zoneSet', sales: 'settings.day.zoneSold' } as const
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))

export function DaySection({ settings }: { settings: SettingsAnswer }) {
  const t = useText()
  const { timeZoneFixedBy: fixedBy } = settings
  const form = useSavedSection({
    title: 'settings.day',

    settings,
    toDraft: ({ dayStartHour, timeZone }) => ({ hour: String(dayStartHour), zone: timeZone }),
    read: ({ hour, zone }) => ({ wanted: { dayStartHour: Number(hour), ...(fixedBy ? {} : { timeZone: zone }) } }),
  })
  return (
    <Section heading={t('settings.day')} lead={t('settings.day.lead')} form={form}>
      <SelectField
        label={t('settings.day.starts')}
        value={form.draft.hour}
        options={HOURS.map((value) => ({ value, text: `${value.padStart(2, '0')}:00` }))}
        onChange={(hour) => form.set({ hour })}
      />
      {fixedBy ? (
        <p className="text-ink-2">{t(ZONE_FIXED[fixedBy], { zone: settings.timeZone })}</p>
      ) : (
        <SelectField
          label={t('settings.day.zone')}
          hint={t('settings.day.zoneHint')}
          value={form.draft.zone}
          options={timeZoneOptions(settings.timeZone)}
          onChange={(zone) => form.set({ zone })}
        />
      )}
      <p className="text-ink-2">{t('settings.day.lock', { minutes: settings.idleMinutes })}</p>
      <div className="flex">
        <ButtonLink to={paths.limits()}>{t('settings.day.limits')}</ButtonLink>
      </div>
    </Section>
  )
}

const MAX_NAME = 60
const MAX_PHONE = 40
const hiddenIn = (text: string) => (findHiddenCharacter(text) === undefined ? undefined : ('text.hidden' as const))

/** What customers see of the shop. The logo is set with the receipt. */
export function BrandSection({ settings }: Pick<Props, 'settings'>) {
  const t = useText()
  const form = useSavedSection({
    title: 'settings.brand',

    settings,
    toDraft: ({ brand: { name = '', phone = '', accent } }) => ({ name, phone, accent }),
    read: ({ name, phone, accent }) => ({
      wanted: {
        brand: { accent, ...(name.trim() && { name: name.trim() }), ...(phone.trim() && { phone: phone.trim() }) },
      },
      problems: { name: hiddenIn(name), phone: hiddenIn(phone) },
    }),
  })
  const { draft, problems, set } = form
  return (
    <Section
      heading={t('settings.brand')}
      lead={t('settings.brand.lead')}
      form={form}
      preview={
        <BrandPreview
          name={draft.name.trim()}
          phone={draft.phone.trim()}
          accent={draft.accent}
          logo={settings.receipt.logo}
        />
      }
    >
      <Field
        label={t('settings.brand.name')}
        hint={t('settings.brand.nameHint')}
        problem={problems.name && t(problems.name)}
        dir="auto"
        maxLength={MAX_NAME}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Field
        label={t('settings.brand.phone')}
        problem={problems.phone && t(problems.phone)}
        type="tel"
        dir="ltr"
        maxLength={MAX_PHONE}
        value={draft.phone}
        onChange={(event) => set({ phone: event.currentTarget.value })}
      />
      <Radios
        look="chips"
        label={t('settings.brand.accent')}
        value={draft.accent}
        options={ACCENTS.map((value) => ({
          value,
          text: t(`settings.brand.accent.${value}`),
          color: ACCENT_COLORS[value].light.act,
        }))}
        onChange={(accent) => set({ accent })}
      />
    </Section>
  )
}

export function DrawerSection({ settings, currency }: Props) {
  const t = useText()
  const form = useSavedSection({
    title: 'settings.drawer',

    settings,
    toDraft: ({ drawer }) => ({ isOn: drawer !== null, above: drawer?.varianceReasonThreshold ?? '0' }),
    read: ({ isOn, above }) => ({
      wanted: { drawer: isOn ? { varianceReasonThreshold: toAmountText(above) } : null },
      problems: {
        above: isOn
          ? above === ''
            ? ('settings.drawer.empty' as const)
            : findAmountProblem(above, currency)
          : undefined,
      },
    }),
  })
  const { draft, problems, set } = form
  return (
    <Section heading={t('settings.drawer')} lead={t('settings.drawer.lead')} form={form}>
      <Switch isOn={draft.isOn} onChange={(isOn) => set({ isOn })}>
        {t('settings.drawer.count')}
      </Switch>
      {draft.isOn && settings.payments === null && (
        <Notice tone="wait" role="status">
          {t('settings.drawer.allCash')}
        </Notice>
      )}
      {draft.isOn && (
        <AmountInput
          label={t('settings.drawer.above')}
          currency={currency}
          value={draft.above}
          problem={problems.above}
          onType={(above) => set({ above })}
        />
      )}
    </Section>
  )
}

/** Shown while selling. The low-balance amount is set on the wallet page only. */
export function WalletSection({ settings }: Pick<Props, 'settings'>) {
  const t = useText()
  const form = useSavedSection({
    title: 'settings.wallet',

    settings,
    toDraft: ({ wallet }) => ({ marks: wallet.flagUnaffordable }),
    read: ({ marks }) => ({ wanted: { wallet: { ...settings.wallet, flagUnaffordable: marks } } }),
  })
  return (
    <Section heading={t('settings.wallet')} form={form}>
      <ButtonLink icon={Wallet} to={paths.wallet()}>
        {t('settings.wallet.low')}
      </ButtonLink>
      <Switch isOn={form.draft.marks} onChange={(marks) => form.set({ marks })}>
        {t('settings.wallet.marks')}
        <span className="block text-1 text-ink-2">{t('settings.wallet.marksHint')}</span>
      </Switch>
    </Section>
  )
}

const MAX_HOSTS = 20
const hostsOf = (text: string) => text.toLowerCase().split(/[\s,،]+/).filter((host) => host !== '') // prettier-ignore

export function PicturesSection({ settings }: Pick<Props, 'settings'>) {
  const t = useText()
  const form = useSavedSection({
    title: 'settings.pictures',

    settings,
    toDraft: ({ pictureHosts }) => ({ hosts: pictureHosts.join('\n') }),
    read: ({ hosts }) => ({
      wanted: { pictureHosts: hostsOf(hosts) },
      problems: {
        hosts: !hostsOf(hosts).every(isPictureHost)
          ? ('settings.pictures.bad' as const)
          : hostsOf(hosts).length > MAX_HOSTS
            ? ('settings.pictures.tooMany' as const)
            : undefined,
      },
    }),
  })
  const { draft, problems, set } = form
  return (
    <Section heading={t('settings.pictures')} lead={t('settings.pictures.lead')} form={form}>
      <Field
        label={t('settings.pictures.hosts')}
        hint={t('settings.pictures.hint')}
        problem={problems.hosts && t(problems.hosts)}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            dir="ltr"
            spellCheck={false}
            value={draft.hosts}
            onChange={(event) => set({ hosts: event.currentTarget.value })}
          />
        )}
      </Field>
    </Section>
  )
}
