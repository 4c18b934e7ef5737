import { expect, test } from './support/shop.ts'

test('a long name has two lines, and the picked tile stays in sight above what is told', async ({ page, shop }) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Gaming/ }).click()
  await page.getByRole('button', { name: /^Odd codes/ }).click()
  const long = page.getByRole('button', { name: /^Quillo 10, link with a foreign letter/ })
  const short = page.getByRole('button', { name: /^Quillo 10, http link/ })
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    const cut = await long
      .locator('.tile__name')
      .evaluate((name) => [name.scrollHeight - name.clientHeight, name.scrollWidth - name.clientWidth])
    expect(cut).toEqual([0, 0])
    expect((await long.boundingBox())?.height).toBe((await short.boundingBox())?.height)
  }
  await expect(short.getByText('AED 10')).toBeInViewport()

  // On a low screen the shelf has less room once there is something to tell.
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.goto(`${shop.url}/sell`)
  await page.getByRole('button', { name: /^Pixelmoor 100/ }).click()
  const told = page.getByText('Tell the customer')
  await expect(told).toBeVisible()
  const picked = page.getByRole('button', { name: /^Pixelmoor 100/, pressed: true })
  await expect(picked).toBeInViewport({ ratio: 1 })
  const [tile, notice] = [await picked.boundingBox(), await told.boundingBox()]
  expect((tile?.y ?? 0) + (tile?.height ?? 0)).toBeLessThan(notice?.y ?? 0)
})
