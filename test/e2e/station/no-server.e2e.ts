import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import { visitCalls } from '#contract/visit/visit.ts'
import { startProduct, type RunningProduct } from '../../yard-day/running-product.ts'
import { yardControl } from '../../yard-day/yard-control.ts'
import { browserConfig } from '../support/browser-config.ts'
import { alsoOurs, expectToast, hold, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

const SPEED = 8
let product: RunningProduct
let profile = ''

// Its server is stopped, and the browser forgets nothing between its starts: both are this test's own.
test.beforeAll(async () => {
  product = await startProduct({ speed: SPEED, seed: 21 })
  alsoOurs(product.url)
  profile = await mkdtemp(path.join(os.tmpdir(), 'priyomka-browser-'))
})
test.afterAll(async () => {
  await product?.close()
  await rm(profile, { recursive: true, force: true })
})

test('a closed browser starts its station without a server, and continues by itself when it is back @web', async ({
  problems,
}) => {
  const yard = yardControl(product.yardUrl)
  await test.step('the station is opened once while the server answers', async () => {
    const context = await openBrowser(problems)
    const page = await context.newPage()
    await page.goto(product.url)
    await page.evaluate(
      (jwt) => localStorage.setItem('jwt', jwt),
      product.world.own.operator.api.token!,
    )
    await page.goto(`${product.url}/operator/weight`)
    await expect(page.getByTestId('weight')).toHaveText('0')
    await expect.poll(() => keptFiles(page)).toBeGreaterThan(50)
    await expect.poll(() => isKnown(page)).toBe(true)
    await context.close()
  })
  const seen = Promise.withResolvers<void>()
  const back = product.kill('server', seen.promise)
  const context = await openBrowser(problems)
  const page = await context.newPage()
  await test.step('without a server the station opens from any address, and nothing else does', async () => {
    await page.goto(`${product.url}/operator/acts`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Взвешивание')
    await expect(page).toHaveURL(/\/operator\/weight$/)
    await expect(page.getByText('Без связи', { exact: true })).toBeVisible()
    await expect(page.getByText(/Нет связи с сервером\. Весы запоминают/)).toBeVisible()
    await page.getByRole('link', { name: 'Выплаты' }).click()
    await expectToast(page, 'Без связи с сервером открыта только приёмка')
    await expect(page).toHaveURL(/\/operator\/weight$/)
    await shot(page, '73-started-without-server')
  })
  await test.step('captures made there wait', async () => {
    await yard.arrive(1, 'Е505ЕЕ77', 14_000)
    await page.getByLabel('Номер машины (F2)').fill('Е505ЕЕ77')
    await page.keyboard.press('F8')
    await expect(page.getByText('Ждут отправки: 1')).toBeVisible()
    // No screen can show it: the agent alone has seen the load stand still.
    await expect.poll(() => product.agentWeights()).toContain(14_000_000)
    await yard.leave(1)
  })
  seen.resolve()
  await back
  await test.step('the server is back: the same page goes on, other sections open', async () => {
    await expect(page.getByText('Без связи', { exact: true })).toHaveCount(0)
    await expect(page.getByTestId('weight')).toHaveText('0')
    await page.getByRole('button', { name: /^Без связи: / }).click()
    await page.getByRole('button', { name: 'Взять в заезд' }).click()
    await expectToast(page, 'Записано в заезд')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['jwt'])
    await page.getByRole('link', { name: 'Заезды' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Заезды')
  })
  const { items } = await product.world.own.operator.api.send(visitCalls.getIn)
  expect(items.map(({ carnumber, in_g }) => [carnumber, in_g])).toEqual([['Е505ЕЕ77', 14_000_000]])
  await context.close()
  expect(problems).toEqual([])
})

async function openBrowser(problems: string[]): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserConfig.chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    locale: 'ru-RU',
    viewport: { width: 1366, height: 768 },
  })
  await hold(context, (problem) => problems.push(problem))
  return context
}

/** How many files the worker keeps, once it is in force. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    if (!(await navigator.serviceWorker.getRegistration())?.active) return 0
    const [name] = await caches.keys()
    return name ? (await (await caches.open(name)).keys()).length : 0
  })

/** The station has written down whose it is. */
const isKnown = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open('priyomka')
        request.addEventListener('success', () => {
          const kept = request.result.transaction('shell').objectStore('shell').count()
          kept.addEventListener('success', () => {
            request.result.close()
            resolve(kept.result > 0)
          })
        })
      }),
  )
