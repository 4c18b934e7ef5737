import { expect, it } from 'vitest'

import { findNodeProblem } from '../../scripts/node-version.mjs'

it.each(['20.19.0', '20.20.2', '22.13.0', '22.23.3', '24.0.0', '25.1.0', '30.0.0'])('Node %s is supported', (version) =>
  expect(findNodeProblem(version)).toBeUndefined(),
)

it.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0', '8.0.0'])(
  'Node %s is rejected with one sentence',
  (version) => {
    expect(findNodeProblem(version)).toBe(`Toptill needs Node 20.19, 22.13, 24 or newer; this is Node ${version}.`)
  },
)
