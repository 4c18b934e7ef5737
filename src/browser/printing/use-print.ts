import { useState } from 'react'

import type { PrintOutcome } from './print.ts'

export function usePrint<Args extends unknown[]>(send: (...args: Args) => Promise<PrintOutcome>) {
  const [outcome, setOutcome] = useState<PrintOutcome>()
  const [isPrinting, setIsPrinting] = useState(false)
  const print = async (...args: Args) => {
    setOutcome(undefined)
    setIsPrinting(true)
    const printed = await send(...args)
    setOutcome(printed)
    setIsPrinting(false)
    return printed
  }
  return { print, isPrinting, outcome }
}
