import '../../styles/help.css'

import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { KEY_GROUPS } from './keys.ts'

/** Every key there is, the switch that turns them off at this terminal, and the way to people who help. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const areOn = useShortcuts((shortcuts) => shortcuts.areOn)
  const close = useRef<HTMLButtonElement>(null)
  // Not on the switch: a key too many would turn all of them off.
  useEffect(() => close.current?.focus(), [])
  return (
    <Dialog heading={t('help.heading')} onClose={onClose}>
      <div className="help">
        <label className="help__switch">
          <span className="grow">
            <b>{t('help.switch')}</b>
            <span className="small muted">{t('help.switchHint')}</span>
          </span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={areOn}
            checked={areOn}
            onChange={({ currentTarget }) => useShortcuts.setState({ areOn: currentTarget.checked })}
          />
        </label>
        <div className={areOn ? 'help__groups' : 'help__groups help__groups--off'}>
          {KEY_GROUPS.map(({ heading, lines }) => (
            <section key={heading}>
              <h3 className="label">{t(heading)}</h3>
              <dl>
                {lines.map(({ shown, text }) => (
                  <div key={text}>
                    <dt dir="ltr">
                      {shown.map((key) => (
                        <kbd key={key} className="kbd">
                          {key}
                        </kbd>
                      ))}
                    </dt>
                    <dd>{t(text)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div className="help__foot">
          <button
            type="button"
            className="btn btn--lg"
            onClick={() => {
              onClose()
              void navigate(paths.support())
            }}
          >
            {t('help.support')}
          </button>
          <button ref={close} type="button" className="btn btn--lg btn--act" onClick={onClose}>
            {t('shell.close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
