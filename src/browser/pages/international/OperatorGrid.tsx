import { Check } from 'lucide-react'
import type { Ref } from 'react'

import type { Provider } from '#domain/international.ts'
import { useText } from '../../i18n/use-text.ts'
import { Picture } from '../../ui/Picture.tsx'

type OperatorGridProps = {
  providers: readonly Provider[]
  chosenId: string | undefined
  onChoose: (provider: Provider) => void
  ref: Ref<HTMLDivElement>
}

/** One row of high tiles; more of them are flat. */
const FITTING = 3

export function OperatorGrid({ providers, chosenId, onChoose, ref }: OperatorGridProps) {
  const t = useText()
  return (
    <div
      className={providers.length > FITTING ? 'ops ops--many' : 'ops'}
      role="group"
      aria-label={t('international.operators')}
      ref={ref}
    >
      {providers.map((provider) => {
        const isChosen = provider.id === chosenId
        return (
          <button
            key={provider.id}
            type="button"
            data-tile
            className={isChosen ? 'tile op tile--sel' : 'tile op'}
            aria-pressed={isChosen}
            onClick={() => onChoose(provider)}
          >
            <span className="tile__top">
              <Picture name={provider.name} src={provider.logo} size={56} />
              {isChosen && (
                <span className="tile__tick">
                  <Check className="ic" size={16} aria-hidden="true" />
                </span>
              )}
            </span>
            <span className="tile__name">
              <bdi>{provider.name}</bdi>
            </span>
          </button>
        )
      })}
    </div>
  )
}
