import type { StatusWords } from './status-words.ts'

export const en: StatusWords = {
  dir: 'ltr',
  statuses: {
    'on-its-way': {
      heading: 'On its way',
      what: 'It was sent and is not done yet. Mostly that takes a few minutes.',
      next: 'Keep your slip until it says “Sold” here.',
    },
    'code-coming': {
      heading: 'On its way',
      what: 'It is paid. Your code is not there yet.',
      next: 'Keep your slip. You get the code at the shop, and never on this page.',
    },
    'not-known': {
      heading: 'Not known yet',
      what: 'We do not know yet whether it went through. The shop keeps checking.',
      next: 'Keep your slip, and do not buy the same again before this is clear.',
    },
    sold: {
      heading: 'Sold',
      what: 'It went through.',
      next: 'There is nothing left to do. If nothing has arrived, show your slip at the shop.',
    },
    'code-waiting': {
      heading: 'Your code is at the shop',
      what: 'It went through.',
      next: 'Go to the shop with your slip to get the code. It is never shown on this page.',
    },
    'not-sold': {
      heading: 'Not sold',
      what: 'It did not go through.',
      next: 'You get your money back from the shop. Bring your slip.',
    },
    refunded: {
      heading: 'Not sold',
      what: 'The shop has noted that you have your money back.',
      next: 'If you do not have it, show your slip at the shop.',
    },
  },
  nothing: {
    heading: 'Nothing to see here',
    what: 'This link is not complete, or it is too old.',
    next: 'Scan the code on your slip again, or ask at the shop.',
  },
  busy: {
    heading: 'One moment',
    what: 'This page cannot be shown right now.',
    next: 'It tries again by itself.',
  },
  practice: 'Practice: no money moved.',
  product: 'Product',
  lastDigits: 'Number ends in',
  sentAt: 'Sent',
  seenAt: 'As of',
  looksAgain: 'This page looks again by itself.',
  stay: 'Stop that',
  look: 'Look again',
}
