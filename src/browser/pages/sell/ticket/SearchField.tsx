import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import { useText } from '../../../i18n/use-text.ts'
import { MaskedInput } from '../../../ui/MaskedInput.tsx'

type SearchFieldProps = Pick<
  ComponentProps<typeof MaskedInput>,
  'ref' | 'shown' | 'mask' | 'isInvalid' | 'kept' | 'onType' | 'onPasteWhole' | 'onEnter' | 'keys'
> & {
  isNumber: boolean
  /** Stands before the number, apart from what is typed. */
  prefix?: string
  label: 'storefront.search' | 'storefront.searchOnly'
  /** At the end side. */
  children?: ReactNode
}

/** The field above the shelves. Its results name themselves in it. */
export function SearchField({ isNumber, prefix = '', label, onType, children, ...input }: SearchFieldProps) {
  const t = useText()
  const isEmpty = input.shown === '' && !isNumber
  return (
    <div className={isNumber || isEmpty ? 'search search--number' : 'search search--number search--text'}>
      <Search className="ic" size={24} aria-hidden="true" />
      <label className={isNumber ? 'grow num entry cursor-text' : 'grow entry cursor-text'} htmlFor="search-box">
        <span className="sr">{t(label)}</span>
        {prefix !== '' && <span className="pre">{prefix} </span>}
        <MaskedInput
          {...input}
          id="search-box"
          className="val"
          keyboard="search"
          isText={!isNumber}
          // The stroke leads here; where it is already, it is no text.
          onType={(typed) => onType(typed.replace(/^\/+/, ''))}
          onFocus={() => {}}
        />
        {isEmpty && (
          <span className="search__hint" aria-hidden="true">
            {t(label)}
          </span>
        )}
      </label>
      {children}
      {isEmpty && (
        <kbd className="kbd" aria-hidden="true">
          /
        </kbd>
      )}
    </div>
  )
}
