import { useQuery } from '@tanstack/react-query'

import type { FirstSteps } from '#api/first-steps.ts'
import type { Session } from '#api/session.ts'
import { firstStepsQuery } from '../../api/settings.ts'
import { sessionQuery } from '../../api/session.ts'
import { useServerNow } from '../../api/status.ts'
import type { Locale, MessageId } from '../../i18n/locale.ts'
import { firstName } from '../../lib/current-user.ts'
import { useLocale, useText, type Text } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { isPrinterSet, useTerminalPrinter, type PrintMode } from '../../printing/terminal-printer.ts'

export type FirstStep = {
  id: 'printer' | 'people' | 'limits' | 'wallet' | 'sale' | 'till' | 'account'
  title: MessageId
  state: 'done' | 'open' | 'now'
  note: string
  /** The page for this step. The last step is done beside the list. */
  go: { text: MessageId; to: string }
}

type Printing = { isSet: boolean; mode: PrintMode; width: number }
type Facts = { shop: FirstSteps; session: Session; printing: Printing; now: number; locale: Locale }

/** `undefined` while loading. */
export function useFirstSteps({ enabled = true } = {}): FirstStep[] | undefined {
  const t = useText()
  const locale = useLocale()
  const now = useServerNow()
  const { data: shop } = useQuery({ ...firstStepsQuery, enabled })
  const { data: session } = useQuery(sessionQuery)
  const isSet = useTerminalPrinter(isPrinterSet)
  const mode = useTerminalPrinter((printer) => printer.mode)
  const width = useTerminalPrinter((printer) => printer.width)
  return shop && session ? stepsOf(t, { shop, session, printing: { isSet, mode, width }, now, locale }) : undefined
}

function stepsOf(t: Text, { shop, session, printing, now, locale }: Facts): FirstStep[] {
  const { codeValidUntil = 0 } = shop
  const list = new Intl.ListFormat(locale)
  const names = list.format(session.staff.map(({ name }) => firstName(name)))
  const step = (
    id: Exclude<FirstStep['id'], 'sale' | 'till' | 'account'>,
    isDone: boolean,
    note: string,
    to: string,
  ): FirstStep => ({
    id,
    title: `firstSteps.${id}`,
    state: isDone ? 'done' : 'open',
    note: isDone ? note : t(`firstSteps.${id}.open`),
    go: { text: `firstSteps.${id}.${isDone ? 'goAgain' : 'go'}`, to },
  })
  const sale = session.isPractice ? 'practice' : 'sale'
  const isConnected = shop.tills.length > 1
  const isConnecting = !isConnected && codeValidUntil > now
  const tillState = isConnected ? 'done' : isConnecting ? 'now' : 'open'
  return [
    step(
      'printer',
      printing.isSet,
      printing.mode === 'never'
        ? t('firstSteps.printer.none')
        : t('firstSteps.printer.done', { width: printing.width }),
      paths.printer(),
    ),
    step('people', shop.people > 1, t('firstSteps.people.done', { count: shop.people, names }), paths.staff()),
    step('limits', shop.hasLimits, t('firstSteps.limits.done'), paths.limits()),
    step('wallet', shop.hasWarning, t('firstSteps.wallet.done'), paths.wallet()),
    {
      id: 'sale',
      title: `firstSteps.${sale}`,
      state: shop.hasSold ? 'done' : 'open',
      note: t(shop.hasSold ? 'firstSteps.sale.done' : `firstSteps.${sale}.open`),
      go: { text: shop.hasSold ? 'firstSteps.sale.go' : `firstSteps.${sale}.go`, to: paths.sell() },
    },
    {
      id: 'till',
      title: 'firstSteps.till',
      state: tillState,
      note: t(`firstSteps.till.${tillState}`, { count: shop.tills.length, names: list.format(shop.tills) }),
      go: { text: 'firstSteps.till.goAgain', to: paths.terminals() },
    },
    ...(session.canConnect ? [connectStep(t)] : []),
  ]
}

/** In practice where nothing is set; the shop that is set up then has its own first steps. */
const connectStep = (t: Text): FirstStep => ({
  id: 'account',
  title: 'firstSteps.account',
  state: 'open',
  note: t('firstSteps.account.open'),
  go: { text: 'firstSteps.account.go', to: paths.connect() },
})
