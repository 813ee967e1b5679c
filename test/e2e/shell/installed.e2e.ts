import { expect } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'

interface Manifest {
  start_url: string
  display: string
  icons: { src: string; sizes: string; purpose?: string }[]
  shortcuts: { url: string }[]
}

test('a phone may install the product: its icons are of the sizes that they say, its shortcuts lead to screens @web', async ({
  page,
}) => {
  await page.goto('/')
  const href = (await page.locator('link[rel=manifest]').getAttribute('href'))!
  const answer = await page.request.get(href)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const { icons, start_url, display, shortcuts } = (await answer.json()) as Manifest
  expect([start_url, display]).toEqual(['/', 'standalone'])
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? ''}`.trim())).toEqual([
    '192x192',
    '512x512',
    '512x512 maskable',
  ])
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (address) => {
      const { width, height } = await createImageBitmap(await (await fetch(address)).blob())
      return `${width}x${height}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  for (const { url } of shortcuts) expect((await page.request.get(url)).status(), url).toBe(200)
  const apple = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href'))!
  expect((await page.request.get(apple)).status()).toBe(200)
})

test('installed, it keeps the files of its shell and no answer of the server @web', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const real = matchMedia.bind(window)
    window.matchMedia = (query) => real(query === '(display-mode: standalone)' ? 'all' : query)
  })
  await enterAs(page, 'owner')
  await page.goto('/operator')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Обзор компании')
  const kept = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready
      const names = await caches.keys()
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      )
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(10)
  const paths = await kept()
  expect(paths.filter((path) => !/^\/($|assets\/|print\/act\/kept$)/.test(path))).toEqual([])
})

test('in a tab of the browser nothing is kept before a station is open @web', async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/operator')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Обзор компании')
  await page.waitForFunction(() => document.querySelector('[data-section=yard] li'))
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
})
