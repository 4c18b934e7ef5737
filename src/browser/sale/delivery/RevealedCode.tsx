import { CodeCard } from './CodeCard.tsx'
import { CodeFoot } from './CodeFoot.tsx'
import { HiddenCode } from './HiddenCode.tsx'
import type { Delivery } from './use-delivery.ts'

/** The code of a sold voucher, shown or hidden. */
export function RevealedCode({ handOut: { sale, shown } }: { handOut: Pick<Delivery, 'sale' | 'shown'> }) {
  const { now, ask, hide } = shown
  if (now.kind === 'shown') {
    return <CodeCard voucher={now.voucher ?? {}} foot={<CodeFoot sale={sale} />} onHide={hide} />
  }
  return <HiddenCode sale={sale} now={now} onShow={(why) => void ask(why)} />
}
