import { useQuery } from '@tanstack/react-query'

import type { PaperWidth } from '#receipt-printer/plain-document.ts'
import { sessionQuery } from '../../api/session.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Radios } from '../../ui/Radios.tsx'

/** Replaces the test page, a place that is visible on every screen size. */
export function NoNetworkPrinter() {
  const t = useText()
  const { isSupervisor } = useCurrentUser()
  return (
    <>
      <Notice tone="info">{t('printer.by.network.none')}</Notice>
      {isSupervisor && <ButtonLink to={paths.settings('printers')}>{t('printer.networkSettings')}</ButtonLink>}
    </>
  )
}

export function NetworkPrinterChoice() {
  const t = useText()
  const { isSupervisor } = useCurrentUser()
  const { networkId, choose } = useTerminalPrinter()
  const { data: printers = [] } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.printers })
  return (
    <>
      {printers.length > 0 && (
        <Radios
          label={t('printer.networkPrinter')}
          options={printers.map(({ id, name, width }) => ({
            value: id,
            text: name,
            hint: t(`printer.mm.${width}`),
          }))}
          value={networkId ?? ''}
          onChange={(id) => choose({ networkId: id, ...widthOf(printers, id) })}
        />
      )}
      {isSupervisor && printers.length > 0 && (
        <div className="flex">
          <ButtonLink to={paths.settings('printers')}>{t('printer.networkSettings')}</ButtonLink>
        </div>
      )}
    </>
  )
}

const widthOf = (printers: readonly { id: string; width: PaperWidth }[], id: string) => {
  const printer = printers.find((one) => one.id === id)
  return printer ? { width: printer.width } : {}
}
