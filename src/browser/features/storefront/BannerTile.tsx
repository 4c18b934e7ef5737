import { useNavigate } from 'react-router-dom'

import { Hindrance } from './TileButton.tsx'
import type { TileView } from './tile-view.ts'

/** A large element of the first page: two columns, its picture whole at the end side, its name with the line breaks it came with. */
export function BannerTile({ view }: { view: TileView }) {
  const navigate = useNavigate()
  const { tile, hindrance, to } = view
  // The first line is the heading; the space keeps the lines apart where only their text is read.
  const [heading, ...rest] = tile.name.split('\n')
  const art = tile.imageLarge ?? tile.imageSmall

  return (
    <button
      type="button"
      className={`tile tile--banner ${tile.action.kind === 'international' ? 'tile--intl' : 'tile--promo'}`}
      aria-disabled={hindrance ? true : undefined}
      onClick={() => to !== undefined && void navigate(to)}
    >
      {art !== undefined && <img className="b-art" src={art} alt="" loading="lazy" />}
      <span className="b-txt">
        <b>
          <bdi>{heading}</bdi>{' '}
        </b>
        {rest.length > 0 && (
          <span className="whitespace-pre-line">
            <bdi>{rest.join('\n')}</bdi>
          </span>
        )}
        {hindrance && hindrance !== 'nothing-to-press' && (
          <span>
            <Hindrance reason={hindrance} />
          </span>
        )}
      </span>
    </button>
  )
}
