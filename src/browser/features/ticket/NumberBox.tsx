import { Smartphone } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { useDraft } from '../../draft.ts'
import { MaskedInput } from './MaskedInput.tsx'
import { keptCharacters, readNumberEntry } from './number-entry.ts'
import { useTypingAnywhere } from './use-typing-anywhere.ts'

/** Above the shelves: the customer's number may be typed before a product is picked. */
export function NumberBox() {
  const t = useText()
  const { number: typed, setNumber, clear } = useDraft()
  const entry = readNumberEntry(typed)
  const input = useRef<HTMLInputElement>(null)
  const isBegun = typed !== ''

  useEffect(() => {
    // With touch alone a focused field would bring up the keyboard unasked.
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus()
  }, [])
  useTypingAnywhere({
    onDigit: (digit) => {
      setNumber(keptCharacters(entry.shown + digit))
      input.current?.focus()
    },
    onDelete: () => setNumber(keptCharacters(entry.shown).slice(0, -1)),
    onEscape: clear,
  })

  return (
    <div className="search search--number">
      <Smartphone className="ic" size={24} aria-hidden="true" />
      <label className="grow num entry cursor-text" htmlFor="next-number">
        <span className="sr">{t('ticket.nextNumber')}</span>
        {isBegun && entry.prefix !== '' && <span className="pre">{entry.prefix} </span>}
        <MaskedInput
          ref={input}
          id="next-number"
          shown={entry.shown}
          mask={isBegun ? entry.mask : ''}
          className="val"
          keyboard="tel"
          isInvalid={entry.number.status === 'refused'}
          kept={keptCharacters}
          onType={(text) => setNumber(keptCharacters(text))}
          onFocus={() => {}}
          onEnter={() => {}}
        />
        {!isBegun && (
          <span className="search__hint" aria-hidden="true">
            {t('ticket.typeNumber')}
          </span>
        )}
      </label>
      {isBegun && <NumberRemark entry={entry} />}
    </div>
  )
}

function NumberRemark({ entry: { number } }: { entry: ReturnType<typeof readNumberEntry> }) {
  const t = useText()
  if (number.status === 'refused') {
    return (
      <span className="small font-semibold text-bad" role="alert">
        {t(`ticket.numberProblem.${number.reason}`)}
      </span>
    )
  }
  if (number.status === 'other') return <span className="small font-medium">{t('ticket.notMobile')}</span>
  if (number.status === 'mobile') return <span className="small">{t('ticket.pickProduct')}</span>
  return <span className="small">{t('ticket.digitsToGo', { count: number.missing })}</span>
}
