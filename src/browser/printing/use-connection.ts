import { useEffect, useRef, useState } from 'react'

import { PrinterFault, type FaultReason, type PrinterKind } from './receipt-printer.ts'
import { printerOf } from './terminal-printer.ts'

type Connection = { state: 'looking' | 'connected' } | { state: 'not-connected'; why?: FaultReason }

type ConnectionNow = {
  connection: Connection
  /** The person is choosing, or the printer is being opened. */
  isConnecting: boolean
  connect: () => Promise<void>
}

export function useConnection(kind: PrinterKind | undefined): ConnectionNow {
  const [found, setFound] = useState<{ kind: PrinterKind; connection: Connection }>()
  const [isConnecting, setIsConnecting] = useState(false)
  // Ignores lookups started before the person chose.
  const turn = useRef(0)

  useEffect(() => {
    if (kind === undefined) return undefined
    const mine = (turn.current += 1)
    const look = async () => {
      const connection = await stateAfter(async () => (await printerOf(kind)).reconnect())
      if (mine === turn.current) setFound({ kind, connection })
    }
    void look()
    return () => {
      turn.current += 1
    }
  }, [kind])

  const connect = async () => {
    if (isConnecting || kind === undefined) return
    const mine = (turn.current += 1)
    setIsConnecting(true)
    const connection = await stateAfter(async () => {
      await (await printerOf(kind)).connect()
      return true
    })
    setIsConnecting(false)
    if (mine === turn.current) setFound({ kind, connection })
  }

  const isKnown = found !== undefined && found.kind === kind && !isConnecting
  return { connection: isKnown ? found.connection : { state: 'looking' }, isConnecting, connect }
}

async function stateAfter(run: () => Promise<boolean>): Promise<Connection> {
  try {
    return { state: (await run()) ? 'connected' : 'not-connected' }
  } catch (error) {
    return { state: 'not-connected', why: error instanceof PrinterFault ? error.why : 'unsupported' }
  }
}
