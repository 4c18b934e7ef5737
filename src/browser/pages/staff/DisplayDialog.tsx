import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'

import type { IssuedCode, TerminalEntry } from '#api/terminals.ts'
import { useEndDisplay, useIssueDisplayCode } from '../../api/displays.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormProblem } from '../../ui/DialogForm.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'
import { ShownCode } from './NewTerminalDialog.tsx'

type DisplayDialogProps = { terminal: TerminalEntry; onClose: () => void }

export function DisplayDialog({ terminal: { id, name, displays, isThis }, onClose }: DisplayDialogProps) {
  const t = useText()
  const formatWhen = useFormatDate()
  const [issued, setIssued] = useState<IssuedCode>()
  const issue = useIssueDisplayCode(id, setIssued)
  const end = useEndDisplay()
  const isToBePaired = !issued && displays.length === 0
  // The part after `#` is not sent to any server; only the display page reads it.
  const linkTo = (origin: string, { code }: IssuedCode) => {
    const address = `${origin}${paths.display()}`
    return { address, link: `${address}#${code}` }
  }
  return (
    <Dialog
      heading={t('display.heading', { name })}
      size="wide"
      actions={
        <>
          <Button size="lg" variant={isToBePaired ? 'secondary' : 'primary'} onClick={onClose}>
            {t('terminals.codeDone')}
          </Button>
          <Button
            size="lg"
            variant={isToBePaired ? 'primary' : 'secondary'}
            pending={issue.isPending}
            onClick={() => issue.mutate()}
          >
            {t(issued ? 'terminals.anotherCode' : 'display.pair')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <p className="text-ink-2">{t('display.lead')}</p>
      {displays.length > 0 && (
        <ul className="flex flex-col gap-2">
          {displays.map((display) => (
            <li key={display.id} className="flex flex-wrap items-center gap-3">
              <span className="min-w-0 flex-1">
                {t('display.since', { date: formatWhen(display.pairedAt) })}
                <span className="block text-1 text-ink-2">
                  {t(display.isShowing ? 'display.showing' : 'display.silent')}
                </span>
              </span>
              <Button
                variant="danger"
                pending={end.isPending && end.variables === display.id}
                onClick={() => end.mutate(display.id)}
              >
                {t('display.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {issued && (
        <>
          <ShownCode
            issued={issued}
            lead="display.codeLead"
            leadHere="display.codeLeadHere"
            linkTo={(origin) => linkTo(origin, issued)}
          />
          {isThis && (
            <Button
              icon={MonitorSmartphone}
              onClick={() => window.open(linkTo(window.location.origin, issued).link, 'toptill-display', 'popup')}
            >
              {t('display.openHere')}
            </Button>
          )}
        </>
      )}
      <p className="text-1 text-ink-2">{t('display.noBoundary')}</p>
      <FormProblem error={issue.error ?? end.error} words={{ 'invalid-operation': 'terminals.gone' }} />
    </Dialog>
  )
}
