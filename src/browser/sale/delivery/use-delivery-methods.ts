import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import type { DeliveryMethod } from '#domain/voucher.ts'
import { useMarkDelivered } from '../../api/sale.ts'
import type { PrintDocument } from '../../printing/print-document.ts'
import { printDocument, type FailedPrintMethod } from '../../printing/print.ts'
import { copyCode, shareText } from '../../printing/share.ts'

/** What the person is told of the last way that was tried, or asked. */
export type DeliveryNotice =
  | { kind: 'printing' }
  /** Nobody but the person can tell whether it came out; with `isBroken` the printer broke off. */
  | { kind: 'asked'; isBroken: boolean; failed: readonly FailedPrintMethod[] }
  | { kind: 'printed' }
  /** The screen is all there is. */
  | { kind: 'not-printed'; failed: readonly FailedPrintMethod[] }
  | { kind: 'copied' | 'copy-failed' | 'shared' | 'share-failed' }

/** The ways by which a customer gets code and receipt. What was surely handed over is written down at once, what a person saw when they say so. */
export function useDeliveryMethods(sale: Pick<Sale, 'id'>) {
  const handOver = useMarkDelivered(sale.id)
  const [told, setTold] = useState<DeliveryNotice>()
  const note = (how: DeliveryMethod) => handOver.mutate({ method: how })
  /** Whether it is on paper has to be answered, whatever else is done meanwhile. */
  const tell = (next: DeliveryNotice | undefined) => setTold((now) => (now?.kind === 'asked' ? now : next))

  const print = async (paper: PrintDocument, { isCopy }: { isCopy: boolean }) => {
    setTold({ kind: 'printing' })
    // At a copy the money is in the drawer.
    const outcome = await printDocument(paper, isCopy ? { opensDrawer: false } : {})
    const { failed } = outcome
    switch (outcome.by) {
      case 'printer':
        note('printed')
        return setTold({ kind: 'printed' })
      case 'browser':
        return setTold({ kind: 'asked', isBroken: false, failed })
      case 'nothing':
        return setTold(
          outcome.mayHavePrinted ? { kind: 'asked', isBroken: true, failed } : { kind: 'not-printed', failed },
        )
    }
  }

  return {
    told,
    print,
    /** It is on paper: a person has seen it. */
    confirmPrinted: () => {
      note('printed')
      setTold({ kind: 'printed' })
    },
    /** Whether it was written down. The question about a print is answered by it. */
    give: async (): Promise<boolean> => {
      setTold(undefined)
      try {
        await handOver.mutateAsync({ method: 'given' })
        return true
      } catch {
        return false
      }
    },
    dismiss: () => setTold(undefined),
    copy: async (code: string) => {
      const isCopied = await copyCode(code)
      if (isCopied) note('copied')
      tell({ kind: isCopied ? 'copied' : 'copy-failed' })
    },
    share: async (title: string, text: string) => {
      const outcome = await shareText(title, text)
      if (outcome === 'shared') note('shared')
      tell(outcome === 'cancelled' ? undefined : { kind: outcome === 'shared' ? 'shared' : 'share-failed' })
    },
    /** That it was handed over could not be written down. */
    noteError: handOver.error,
    isNoting: handOver.isPending,
    /** A print that is being written down counts for the next one. */
    isNotingPrint: handOver.isPending && handOver.variables.method === 'printed',
    noteAgain: () => {
      if (handOver.variables && !handOver.isPending) handOver.mutate(handOver.variables)
    },
  }
}
