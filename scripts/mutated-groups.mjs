/** The groups of files that are mutated together, each with the tests that have to catch the mutants. */
export const GROUPS = {
  domain: {
    files: [
      'src/domain/sale/*.ts',
      'src/domain/international.ts',
      'src/domain/phone-*.ts',
      'src/domain/voucher.ts',
      'src/domain/contact.ts',
    ],
    // The stories are random and take some seconds each time.
    tests: ['tests/domain/*.test.ts', 'tests/domain/sale/!(stories|rows).test.ts'],
  },
  sales: {
    files: ['src/server/sales/*.ts', 'src/server/sales/batches/*.ts'],
    // The tests over a journal in memory. Those over HTTP take ten times as long.
    tests: ['tests/server/sales/{,batches/}!(outage|sale-limits|sell*|vouchers).test.ts'],
  },
  queue: {
    files: [
      ...['request-queue', 'call-entry', 'call-writer', 'serial-mode', 'keys', 'caller', 'fence', 'health'].map(
        (name) => `src/server/wholesaler/${name}.ts`,
      ),
      'src/server/lib/concurrency.ts',
    ],
    tests: [
      'tests/server/wholesaler/{request-queue,keys,caller,lost-answers,write-lock,fence,stopped-selling,health}*.test.ts',
    ],
  },
}

export const groupNames = /** @type {(keyof typeof GROUPS)[]} */ (Object.keys(GROUPS))

/** The group that this process mutates, from MUTATION_GROUP. */
export function mutatedGroup() {
  const name = groupNames.find((one) => one === process.env.MUTATION_GROUP)
  if (!name) throw new Error(`MUTATION_GROUP has to be one of ${groupNames.join(', ')}: use npm run mutation`)
  return { name, ...GROUPS[name] }
}
