import { Search } from 'lucide-react'
import type { Ref } from 'react'

import { useText } from '../../i18n/use-text.ts'

type CountrySearchProps = {
  text: string
  onType: (typed: string, isPasted?: boolean) => void
  onEnter: () => void
  ref: Ref<HTMLInputElement>
}

export function CountrySearch({ text, onType, onEnter, ref }: CountrySearchProps) {
  const t = useText()
  return (
    <label className="search search--number">
      <Search className="ic" size={24} aria-hidden="true" />
      <span className="sr">{t('international.search')}</span>
      <input
        ref={ref}
        type="search"
        className="intl__search grow"
        value={text}
        placeholder={t('international.search')}
        dir={text === '' ? undefined : 'auto'}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={({ currentTarget, nativeEvent }) =>
          onType(currentTarget.value, (nativeEvent as InputEvent).inputType === 'insertFromPaste')
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
      />
      {text === '' && (
        <span className="small" aria-hidden="true">
          {t('international.searchExample', { number: '\u200e+63 917…' })}
        </span>
      )}
    </label>
  )
}
