import { expect, test } from 'playwright/test'

import { findLayoutFaults } from './support/find-layout-faults.ts'

const LONG = 'AED 12,500.00 for the customer'

const PAGES: { has: string; body: string; fault?: RegExp }[] = [
  { has: 'an amount that fits', body: '<p style="width: 300px; overflow: hidden">AED 12.50</p>' },
  {
    has: 'an amount that is cut',
    body: `<p style="width: 60px; overflow: hidden; white-space: nowrap">${LONG}</p>`,
    fault: /^text “AED 12,500.00 for the customer” .* is cut off by \d+ px in its width$/,
  },
  {
    has: 'an amount that ends in an ellipsis, even on a tile',
    body: `<main><button style="height: 48px; width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">${LONG}</button></main>`,
    fault: /is cut off/,
  },
  {
    has: 'a name on a tile that ends in an ellipsis',
    body: '<main><button style="height: 48px; width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Larkspur Family Bundle</button></main>',
  },
  {
    has: 'a name whose ellipsis is where it begins',
    body: '<main dir="rtl"><button style="height: 48px; width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Larkspur Family Bundle</button></main>',
    fault: /loses its beginning/,
  },
  {
    has: 'a number that begins at the other side',
    body: '<p dir="rtl"><input dir="ltr" aria-label="Number" style="height: 48px" /></p>',
    fault: /^input “Number” begins at the other side$/,
  },
  {
    has: 'a line that is cut in its height',
    body: '<p style="height: 10px; overflow: clip; font-size: 20px">AED 12.50</p>',
    fault: /is cut off by \d+ px in its height/,
  },
  {
    has: 'a text for screen readers only',
    body: '<p style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">For nobody’s eyes</p>',
  },
  {
    has: 'a number that does not fit into its field',
    body: '<label style="height: 48px; display: block">Number <input style="width: 40px; height: 48px" value="+971 50 123 4567" /></label>',
    fault: /^“\+971 50 123 4567” in input “Number” is cut off/,
  },
  {
    has: 'more than its width',
    body: '<div style="width: 600px; height: 10px"></div>',
    fault: /^the page scrolls sideways by \d+ px$/,
  },
  {
    has: 'a picture that is as wide as the page, without a height',
    body: '<svg viewBox="0 0 8 100" preserveAspectRatio="none" style="width: 100%" aria-hidden="true"></svg>',
    fault: /^svg “” is \d+ px high, far more than the window$/,
  },
  {
    has: 'two buttons one over the other',
    body: '<button style="height: 48px; width: 80px">One</button><button style="height: 48px; width: 80px; margin-inline-start: -30px">Two</button>',
    fault: /^button “One” and button “Two” overlap by \d+ x 48 px$/,
  },
  {
    has: 'a button too small for a finger',
    body: '<button style="height: 30px">Small</button>',
    fault: /^button “Small” is 30 px high, 48 are needed$/,
  },
  {
    has: 'a button too narrow for a finger',
    body: '<button style="height: 48px; width: 30px; margin: 20px">S</button>',
    fault: /^button “S” is 30 px wide, 48 are needed$/,
  },
  {
    has: 'a small button whose hit area is large',
    body: '<style>button::before { content: ""; position: absolute; inset: -12px }</style><button style="height: 30px; position: relative; margin: 20px">Small</button>',
  },
  {
    has: 'a word wider than its button',
    body: '<button style="width: 60px; height: 48px; padding: 0; white-space: nowrap; text-align: start">Continue without it</button>',
    fault: /sticks out of it by \d+ px$/,
  },
  {
    has: 'a last line below a bar that is always there',
    body: '<p style="margin-block-start: 400px">Last line</p><footer style="position: fixed; inset: auto 0 0; height: 60px; background: white">Bar</footer>',
    fault: /^p “Last line” lies under footer “Bar” at the bottom$/,
  },
  {
    has: 'room below its last line for a bar that is always there',
    body: '<p style="margin-block: 400px 80px">Last line</p><footer style="position: fixed; inset: auto 0 0; height: 60px; background: white">Bar</footer>',
  },
]

test.use({ viewport: { width: 400, height: 300 } })

for (const { has, body, fault } of PAGES) {
  // These pages test the walk, and run together with it.
  test(`a page that has ${has} ${fault ? 'has a fault' : 'is sound'} @sizes`, async ({ page }) => {
    await page.setContent(`<!doctype html><style>body { margin: 0; font: 16px sans-serif }</style>${body}`)
    const faults = await findLayoutFaults(page)
    expect(faults).toEqual(fault ? [expect.stringMatching(fault)] : [])
  })
}

test('an action below the fold or below another element is reported @sizes', async ({ page }) => {
  await page.setContent('<button style="margin-block-start: 500px; height: 48px">Send AED 12.50</button>')
  const send = page.getByRole('button')
  expect(await findLayoutFaults(page, send)).toEqual([
    expect.stringMatching(/^the action “Send AED 12.50” is not in sight/),
  ])
  await page.setContent(
    '<button style="height: 48px">Send AED 12.50</button><div style="position: fixed; inset: 0; background: white">Toast</div>',
  )
  expect(await findLayoutFaults(page, send)).toContain('the action “Send AED 12.50” is covered by Toast')
})
