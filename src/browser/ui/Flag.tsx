import { useState } from 'react'

type FlagProps = {
  /** Three letters that stand in where no picture is there. */
  code: string
  src?: string | undefined
}

/** A country's flag in a fixed box. */
export function Flag({ code, src }: FlagProps) {
  const [broken, setBroken] = useState<string>()
  if (src === undefined || src === broken) {
    return (
      <span className="flag flag--none" aria-hidden="true">
        {code}
      </span>
    )
  }
  return (
    <img
      className="flag"
      width={40}
      height={28}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(src)}
    />
  )
}
