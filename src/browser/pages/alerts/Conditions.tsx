import { useQueryClient } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'

import type { Alerts } from '#contract/proxy/alerts.ts'
import type { Settings } from '#contract/proxy/settings.ts'
import type { Wallet } from '#contract/proxy/wallet.ts'
import { LANGUAGES } from '#domain/language.ts'
import { alertsQuery, useSetAlertChoice } from '../../api/alerts.ts'
import { settingsQuery, useSaveSettings } from '../../api/settings.ts'
import { LANGUAGES as LANGUAGE_FACTS } from '../../i18n/languages.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { FormProblem } from '../../ui/DialogForm.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Table } from '../../ui/Table.tsx'
import { COLUMNS, ROWS } from './condition-table.tsx'
import { draftOf, isSame, mergeDraft, readDraft, type Draft, type StoredConditions } from './conditions-draft.ts'

type ConditionsProps = { alerts: Alerts; settings: Settings; wallet: Wallet | undefined; currency: string }

/** What is told, when, and by which ways; saved together. */
export function Conditions({ alerts, settings, wallet, currency }: ConditionsProps) {
  const t = useText()
  const queryClient = useQueryClient()
  const [seen, setSeen] = useState<StoredConditions>({ choice: alerts.choice, wallet: settings.wallet })
  const [draft, setDraft] = useState(() => draftOf(seen))
  const [saveChoice, saveSettings] = [useSetAlertChoice(), useSaveSettings()]
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  const wanted = readDraft(draft, seen, currency)
  const isChanged = !isSame(draft, draftOf(seen))
  const isPending = saveChoice.isPending || saveSettings.isPending
  const error = saveChoice.error ?? saveSettings.error

  /** Shows what is stored now in the fields that nobody touched here. Another try is compared with that. */
  const readAgain = () => {
    const [choice, shop] = [
      queryClient.getQueryData(alertsQuery.queryKey)?.choice,
      queryClient.getQueryData(settingsQuery.queryKey)?.wallet,
    ]
    if (!choice || !shop) return
    const now = { choice, wallet: shop }
    setDraft((typed) => mergeDraft(typed, draftOf(seen), draftOf(now)))
    setSeen(now)
  }
  const save = async () => {
    if (!wanted) return
    saveChoice.reset()
    saveSettings.reset()
    // What failed is told below the table; what is typed stays.
    try {
      if (!isSame(wanted.wallet, seen.wallet))
        await saveSettings.mutateAsync({ wallet: wanted.wallet, expected: { wallet: seen.wallet } })
      await saveChoice.mutateAsync({ ...wanted.choice, expected: seen.choice })
      setSeen(wanted)
      // As it is saved, unless the person typed on.
      setDraft((now) => (isSame(now, draft) ? draftOf(wanted) : now))
    } catch {
      readAgain()
    }
  }
  const rows = ROWS.filter(
    ({ id }) => alerts.kinds.includes(id) && (id !== 'drawer-difference' || settings.drawer !== null),
  ).map((row) => ({ ...row, alerts, settings, wallet, currency, draft, change }))
  return (
    <>
      <Table
        label="shopAlerts.conditions"
        columns={COLUMNS}
        rows={rows}
        empty="shopAlerts.none"
        narrow="cards"
        size="lg"
      />
      <FormProblem error={error} words={{ 'stale-version': 'shopAlerts.stale' }} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-[320px] items-center gap-2 text-1 text-ink-2">
          <Info className="shrink-0" size={18} aria-hidden />
          {t('shopAlerts.once')}
        </p>
        <label className="flex items-center gap-2">
          {t('shopAlerts.language')}
          <Select
            value={draft.language}
            options={LANGUAGES.map((value) => ({ value, text: LANGUAGE_FACTS[value].name }))}
            onChange={(language) => change({ language })}
          />
        </label>
        <span>
          <Switch isOn={draft.tellCashiers} onChange={(tellCashiers) => change({ tellCashiers })}>
            {t('shopAlerts.tellCashiers')}
          </Switch>
        </span>
        <Button
          variant="primary"
          size="lg"
          pending={isPending}
          blocked={wanted ? (isChanged ? undefined : t('shopAlerts.nothingToSave')) : t('shopAlerts.unusable')}
          onClick={() => void save()}
        >
          {t('shopAlerts.save')}
        </Button>
      </div>
    </>
  )
}
