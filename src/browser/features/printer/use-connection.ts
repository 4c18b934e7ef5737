import { useEffect, useState } from 'react'

import { printerOf } from '../../device/printers.ts'
import { PrinterFault, type FaultReason, type PrinterKind } from '../../device/receipt-printer.ts'

export type Connection = { state: 'looking' | 'connected' } | { state: 'not-connected'; why?: FaultReason }

/** Whether the receipt printer of this terminal is there, and the way to choose one. */
export function useConnection(kind: PrinterKind): { connection: Connection; connect: () => Promise<void> } {
  const [found, setFound] = useState<{ kind: PrinterKind; connection: Connection }>()

  useEffect(() => {
    let isGone = false
    const look = async () => {
      const connection = await stateAfter(async () => (await printerOf(kind)).reconnect())
      if (!isGone) setFound({ kind, connection })
    }
    void look()
    return () => {
      isGone = true
    }
  }, [kind])

  const connect = async () => {
    const connection = await stateAfter(async () => {
      await (await printerOf(kind)).connect()
      return true
    })
    setFound({ kind, connection })
  }

  return { connection: found?.kind === kind ? found.connection : { state: 'looking' }, connect }
}

async function stateAfter(deed: () => Promise<boolean>): Promise<Connection> {
  try {
    return { state: (await deed()) ? 'connected' : 'not-connected' }
  } catch (error) {
    return { state: 'not-connected', why: error instanceof PrinterFault ? error.why : 'unsupported' }
  }
}
