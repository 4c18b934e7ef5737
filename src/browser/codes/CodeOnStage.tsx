import { CodeCard } from './CodeCard.tsx'
import { CodeFoot } from './CodeFoot.tsx'
import { HiddenCode } from './HiddenCode.tsx'
import type { HandOut } from './use-hand-out.ts'

/** The code of a sold voucher, shown or hidden. */
export function CodeOnStage({ handOut: { sale, shown } }: { handOut: Pick<HandOut, 'sale' | 'shown'> }) {
  const { now, ask, hide } = shown
  if (now.kind === 'shown') {
    return <CodeCard voucher={now.voucher ?? {}} foot={<CodeFoot sale={sale} />} onHide={hide} />
  }
  return <HiddenCode sale={sale} now={now} onShow={(why) => void ask(why)} />
}
