import { SHOWN } from '#contract/wholesaler/loose.ts'
import { PointInfo } from '#contract/wholesaler/point.ts'
import { wholesalerPaths } from '#contract/wholesaler/paths.ts'
import type { JsonObject } from './parse-json.ts'
import { cut } from './plain-text.ts'
import { readFields } from './read-fields.ts'
import type { Point, Read } from './wholesaler.ts'

/** The agent and the point of sale (spec 2.2). An older form of the answer lacks the frontview, the top-up code and the receipt name. */
export function readPoint(answer: JsonObject, posId: string): Read<Point> {
  const read = readFields(PointInfo, answer, { answer: wholesalerPaths.pointInfo }, ['agent', 'agent.name', 'pos'])
  if (!read.ok) return { ok: false, reason: 'unreadable', problem: read.problem }
  const { agent, pos, support } = read.value
  return {
    ok: true,
    value: {
      posId: pos.id || posId,
      agentName: cut(agent.name, SHOWN.name),
      receiptName: cut(agent.name_on_receipt || agent.name, SHOWN.name),
      address: cut(agent.address ?? '', SHOWN.name),
      ...(pos.frontview_id ? { frontviewId: pos.frontview_id } : {}),
      ...(agent.topup_code ? { topupCode: agent.topup_code } : {}),
      ...(support?.email ? { supportEmail: support.email } : {}),
    },
  }
}
