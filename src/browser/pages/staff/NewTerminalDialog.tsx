import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { IssuedCode } from '#api/terminals.ts'
import { findHiddenCharacter, isReadable, isSameName } from '#domain/text/typed-text.ts'
import { useAddresses } from '../../api/settings.ts'
import { useServerNow } from '../../api/status.ts'
import { terminalsQuery, useIssueCode } from '../../api/terminals.ts'
import { formatTime } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm, FormProblem } from '../../ui/DialogForm.tsx'
import { NameField } from '../../ui/Field.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Switch } from '../../ui/Switch.tsx'

export function NewTerminalDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [issued, setIssued] = useState<IssuedCode>()
  const issue = useIssueCode(setIssued)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'counter' | 'kiosk' | 'selfOrder'>('counter')
  const { data: terminals = [] } = useQuery(terminalsQuery)
  const isTaken = terminals.some((till) => till.revokedAt === undefined && isSameName(till.name, name))
  const missing = findHiddenCharacter(name)
    ? 'text.hidden'
    : !isReadable(name)
      ? 'terminals.nameMissing'
      : isTaken
        ? 'staff.nameTaken'
        : undefined
  const makeCode = () => issue.mutate({ name: name.trim(), ...(kind !== 'counter' && { [kind]: true }) })

  if (issued) {
    return <CodeDialog issued={issued} name={name.trim()} issue={issue} onAnother={makeCode} onClose={onClose} />
  }
  return (
    <DialogForm
      heading={t('terminals.add')}
      action={t('terminals.makeCode')}
      missing={missing && t(missing)}
      sending={issue}
      words={{ 'invalid-operation': 'terminals.addRefused' }}
      onSubmit={makeCode}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('terminals.addLead')}</p>
      <NameField
        label={t('terminals.nameOfNew')}
        name={name}
        problem={isTaken ? t('terminals.nameTaken') : undefined}
        onType={setName}
      />
      {(['kiosk', 'selfOrder'] as const).map((each) => (
        <Switch key={each} isOn={kind === each} onChange={(isOn) => setKind(isOn ? each : 'counter')}>
          <span className="block font-medium">{t(`terminals.${each}`)}</span>
          <span className="block text-1 text-ink-2">{t(`terminals.${each}Hint`)}</span>
        </Switch>
      ))}
    </DialogForm>
  )
}

type CodeDialogProps = {
  issued: IssuedCode
  name: string
  issue: { isPending: boolean; error: unknown }
  onAnother: () => void
  onClose: () => void
}

/** Closing the dialog discards the code. */
function CodeDialog({ issued, name, issue, onAnother, onClose }: CodeDialogProps) {
  const t = useText()
  const isOver = useIsCodeOver(issued)
  return (
    <Dialog
      heading={t('terminals.codeFor', { name })}
      size="wide"
      actions={
        <>
          {isOver && (
            <Button size="lg" pending={issue.isPending} onClick={onAnother}>
              {t('terminals.anotherCode')}
            </Button>
          )}
          <Button size="lg" variant="primary" onClick={onClose}>
            {t('terminals.codeDone')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {/* The URL alone, so a photo of the QR code gives no access. */}
      <ShownCode
        issued={issued}
        lead="terminals.codeLead"
        leadHere="terminals.codeLeadHere"
        linkTo={(origin) => ({ address: origin, link: origin })}
      />
      <FormProblem error={issue.error} />
    </Dialog>
  )
}

const useIsCodeOver = ({ expiresAt }: IssuedCode): boolean => expiresAt - useServerNow() <= 0

type ShownCodeProps = {
  issued: IssuedCode
  lead: MessageId
  leadHere: MessageId
  linkTo: (origin: string) => { address: string; link: string }
}

export function ShownCode({ issued, lead, leadHere, linkTo }: ShownCodeProps) {
  const t = useText()
  const remainingMs = issued.expiresAt - useServerNow()
  const isOver = remainingMs <= 0
  const links = useAddresses()?.map(linkTo)
  const [first] = links ?? []
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="flex min-w-0 flex-1 basis-[264px] flex-col gap-3">
        {links && <p className="text-ink-2">{t(first ? lead : leadHere)}</p>}
        {links?.map(({ address }, at) => (
          <p key={address} className="text-3 font-semibold wrap-anywhere">
            {at > 0 && <span className="font-normal text-ink-2">{t('terminals.codeOr')} </span>}
            <bdi dir="ltr">{address}</bdi>
          </p>
        ))}
        {isOver ? (
          <p className="font-semibold" role="alert">
            {t('terminals.codeOver')}
          </p>
        ) : (
          <>
            <output
              aria-label={t('signIn.enroll.code')}
              dir="ltr"
              className="rounded-2 bg-sunken p-4 text-center font-mono text-6 font-semibold tracking-code wrap-anywhere select-all"
            >
              {issued.code}
            </output>
            <p>
              {t('terminals.codeUntil', { time: formatTime(issued.expiresAt) })}{' '}
              <span className="text-ink-2" role="timer">
                {t('terminals.codeLeft', countdown(remainingMs))}
              </span>
            </p>
          </>
        )}
      </div>
      {first && !isOver && <QrCode text={first.link} name={t('terminals.codeQr')} minPx={168} />}
    </div>
  )
}

/** In words, because `14:59` looks like a time of day. */
function countdown(ms: number): { minutes: number; seconds: number } {
  const seconds = Math.ceil(ms / 1_000)
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }
}
