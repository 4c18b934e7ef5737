import type { MessageWords } from './message-words.ts'

export const en: MessageWords = {
  alert: {
    between: ': ',
    test: 'Test',
    practice: 'Practice, no money moves',
    testBody: 'This is a test. Nothing has happened.',
    signIn: 'Sign in as a supervisor to see the figures.',
    wayWorks: 'Alerts arrive here',
    titles: {
      'wallet-below': 'The wallet is low',
      'wallet-days': 'The wallet will not last long',
      'sale-unknown': 'A sale is not known',
      'selling-stopped': 'Selling has stopped',
      'service-away': 'The service is away',
      'backup-old': 'Backups have stopped',
      'drawer-difference': 'A drawer has a difference',
      'day-summary': 'The day so far',
      'alerts-changed': 'The alerts were changed',
    },
    reasons: {
      signature: 'the service refuses our signature',
      inactive: 'the service says that this point of sale is not active',
      contradiction: 'the service contradicted itself about a sale',
      restored: 'the records were put back from a backup',
      'disk-full': 'the disk is nearly full',
    },
    more: (count) => `And ${count} more.`,
    walletBelow: (balance, line) => `The balance is ${balance}, below ${line}.`,
    walletDays: (days, line) => `The wallet lasts about ${days} days, less than ${line}.`,
    saleUnknown: (number, product, pays, time) =>
      `Sale ${number}, ${product}, ${pays}, sent at ${time}: nobody can say yet whether it went through. Do not sell it again.`,
    stopped: (reason, time) => `Since ${time}: ${reason}.`,
    away: (time) => `The service has not answered since ${time}.`,
    backupOld: (hours) =>
      `${hours === undefined ? 'There is no backup of the journal.' : `The last good backup of the journal is ${hours} hours old.`} Ready to sell says why.`,
    administrator: "The shop's computer",
    changed: (by, time) =>
      `${by} changed at ${time} where alerts go or what is told. If you did not expect that, sign in and look under Wallet, Alerts.`,
    drawer: (terminal, zNumber, difference, time) => `${terminal}, Z ${zNumber}, closed at ${time}: ${difference}.`,
    directions: { over: 'over by', short: 'short by' },
    drawers: (closed, over, short) => `Drawers closed: ${closed}. Over: ${over}. Short: ${short}.`,
    summary: (day, { sold, notSold, waiting, unknown, paid, margin, refundsDue }, sums) =>
      [
        `Day: ${day}`,
        `Sold: ${sold}. Not sold: ${notSold}. Waiting: ${waiting}. Not known: ${unknown}.`,
        `Customers paid: ${sums(paid)}`,
        `Margin: ${sums(margin)}`,
        `Refunds due: ${sums(refundsDue)}`,
      ].join('\n'),
  },
  receipt: {
    between: ': ',
    line: (label, value) => `${label}: ${value}`,
    heading: (number) => `Receipt of sale ${number}`,
    practice: 'Practice: nothing was sold.',
    test: 'Test: the service was told that this is no real sale.',
    day: 'Day',
    product: 'Product',
    account: 'Number or account',
    faceValue: 'Face value',
    gets: 'Recipient gets',
    paid: 'Paid',
    noCode: 'The code is not in this e-mail. You have it from the counter.',
  },
}
