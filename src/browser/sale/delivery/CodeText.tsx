import { groupCode } from '#domain/voucher.ts'

type CodeTextProps = {
  code: string
  /** What it is, in words. */
  name: string
  size?: 'large' | 'small'
}

/** Where a code of so many characters gets smaller, so that it stays on two lines. */
const LONG = 32

/**
 * A code to be read and compared: groups of four, digits told from letters. The groups are drawn only: selected and copied it is the code as
 * delivered, and it is read aloud letter by letter.
 */
export function CodeText({ code, name, size = 'large' }: CodeTextProps) {
  return (
    <div className={classOf(code, size)} role="group" aria-label={name}>
      <span className="sr select-none">{Array.from(code).join(' ')}</span>
      <span aria-hidden="true">
        {groupCode(code).map((group, place) => (
          // Groups of one code never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={place} className="code__group">
            {size === 'large' ? withDigitsTold(group) : group}
          </span>
        ))}
      </span>
    </div>
  )
}

function classOf(code: string, size: CodeTextProps['size']): string {
  if (size === 'small') return 'code code--small'
  return code.length > LONG ? 'code code--long' : 'code'
}

const withDigitsTold = (group: string) =>
  // Runs of one code never change places.
  // oxlint-disable-next-line react/no-array-index-key
  group.split(/(\p{N}+)/u).map((run, place) => (/^\p{N}/u.test(run) ? <b key={place}>{run}</b> : run))
