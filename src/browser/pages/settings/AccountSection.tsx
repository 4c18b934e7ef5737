import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import type { ConnectedAccount } from '#api/account.ts'
import { accountQuery, useChangeToken } from '../../api/account.ts'
import { useText } from '../../i18n/use-text.ts'
import { Secret } from '../../lib/secret.ts'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

const MAX_LENGTH = 500

/** Only its token can change: the database belongs to its address and POS ID. */
export function AccountSection() {
  const t = useText()
  const account = useQuery(accountQuery)
  const [isOpen, setIsOpen] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  return (
    <section
      className="flex min-w-0 flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4"
      aria-label={t('account.title')}
    >
      <h2 className="text-3">{t('account.title')}</h2>
      <Async query={account} loading="account.reading">
        {(known) => (
          <>
            <dl>
              <Fact label={t('account.address')} value={known.baseUrl} />
              <Fact label={t('support.till')} value={known.posId} />
            </dl>
            {known.change === 'here' ? (
              <div className="flex">
                <Button icon={KeyRound} onClick={() => setIsOpen(true)}>
                  {t('account.changeToken')}
                </Button>
              </div>
            ) : (
              <p className="text-ink-2 wrap-anywhere">
                <WhereToChange account={known} />
              </p>
            )}
          </>
        )}
      </Async>
      <p role="status" className="text-ok empty:hidden">
        {isChanged && t('account.changed')}
      </p>
      {isOpen && (
        <TokenDialog
          onChanged={() => {
            setIsChanged(true)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-3 border-t border-line py-2">
    <dt className="text-ink-2">{label}</dt>
    <dd className="font-medium wrap-anywhere">
      <bdi dir="ltr">{value}</bdi>
    </dd>
  </div>
)

function WhereToChange({ account: { change, file } }: { account: ConnectedAccount }) {
  const t = useText()
  if (change === 'elsewhere') return t('account.elsewhere')
  return file === undefined ? t('account.inEnvironment') : t('account.inFile', { file })
}

function TokenDialog({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const t = useText()
  const change = useChangeToken()
  const [token, setToken] = useState('')
  const refused = change.data && 'problem' in change.data ? change.data : undefined
  return (
    <DialogForm
      heading={t('account.changeToken')}
      action={t('account.changeToken')}
      missing={token.trim() === '' ? t('account.newToken') : undefined}
      sending={change}
      words={{ 'invalid-operation': 'connect.notKept' }}
      onSubmit={() =>
        change.mutate(new Secret(token), { onSuccess: (tried) => void ('problem' in tried || onChanged()) })
      }
      onClose={onClose}
    >
      <p className="text-ink-2">{t('account.tokenLead')}</p>
      <Field
        label={t('account.newToken')}
        type="password"
        autoComplete="off"
        dir="ltr"
        maxLength={MAX_LENGTH}
        data-no-scan
        problem={refused && t('connect.compare')}
        value={token}
        onChange={({ currentTarget: { value } }) => setToken(value)}
      />
      <div aria-live="polite" className="contents">
        {refused && <Notice tone="bad">{t(`connect.problem.${refused.problem}`, { code: refused.code ?? 0 })}</Notice>}
      </div>
    </DialogForm>
  )
}
