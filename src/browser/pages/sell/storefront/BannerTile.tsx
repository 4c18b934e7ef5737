import { usePicture } from '../../../ui/Picture.tsx'
import { Hindrance, TileBox } from './TileButton.tsx'
import type { TileView } from './tile-view.ts'

/** A large element of the first page: two columns, its picture whole at the end side, its name with the line breaks it came with. */
export function BannerTile({ view, isTabStop }: { view: TileView; isTabStop: boolean }) {
  const { tile, hindrance } = view
  // The first line is the heading; the space keeps the lines apart where only their text is read.
  const [heading, ...rest] = tile.name.split('\n')
  const picture = usePicture(tile.imageLarge, tile.imageSmall)
  // Only its heading then, and why, where both can be read.
  const isOff = hindrance !== undefined && hindrance !== 'text'
  const kind = tile.action.kind === 'international' ? 'tile--intl' : 'tile--promo'

  return (
    <TileBox view={view} className={`tile--banner ${kind}`} isTabStop={isTabStop}>
      {picture && !isOff && <img {...picture} alt="" className="b-art" />}
      <span className="b-txt">
        <b dir="auto">{heading} </b>
        {isOff ? (
          <span className="tile__meta">
            <Hindrance reason={hindrance} />
          </span>
        ) : (
          rest.length > 0 && (
            <span className="whitespace-pre-line" dir="auto">
              {rest.join('\n')}
            </span>
          )
        )}
      </span>
    </TileBox>
  )
}
