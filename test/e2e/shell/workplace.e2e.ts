import { expect } from '@playwright/test'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { enterAs, leadAway } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

interface Tile {
  key: string
  title: string
  value: number
  unit: string
  href: string
}

for (const scope of ['operator', 'super'] as const)
  test(`each figure of ${scope}'s overview equals the count or sum of its list @screen`, async ({
    page,
  }) => {
    const token = await enterAs(page, scope)
    const filter = encodeURIComponent(JSON.stringify({ scope }))
    const readTiles = async () => {
      const answer = await page.request.get(`/api/v1/report/getDashboard?filter=${filter}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { tiles } = (await answer.json()) as { tiles: Tile[] }
      // The platform has no list over companies for the sums of a day.
      return tiles.filter(({ key }) => scope === 'operator' || key.startsWith('companies'))
    }
    const proved = await readTiles()
    expect(proved.length).toBeGreaterThanOrEqual(4)
    for (const { key, title, href } of proved) {
      await page.goto(href)
      const count = page.locator('footer').getByRole('status')
      await expect(count, title).toHaveText(/из \d|Нет строк/)
      // A payment that an earlier journey sent may arrive at any moment, in the tile and in the list alike.
      await expect(async () => {
        const { value, unit } = (await readTiles()).find((tile) => tile.key === key)!
        const counted = (await count.textContent())!.replaceAll(/\s/g, '')
        if (unit === 'count')
          expect(counted.replace(/^.*из/, '').replace('Нетстрок', '0'), title).toBe(String(value))
        else if (counted === 'Нетстрок') expect(value, title).toBe(0)
        else {
          const sums = await page.locator('tfoot').textContent()
          expect(sums!.replaceAll(/\s/g, ''), title).toContain(figureOf(value, unit))
        }
      }).toPass({ timeout: 120_000 })
    }
  })

const figureOf = (value: number, unit: string) =>
  (unit === 'kop' ? (value / 100).toFixed(2) : `${value / 1000}`).replace('.', ',')

test('each sum explains itself on hover, with the same text on every screen, and none is cut @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator')
  const tile = (title: string) => page.getByRole('link', { name: title })
  await expect(tile('К выплате сейчас')).toHaveAttribute('title', sumMeanings.payable)
  await expect(tile('Неоплаченные акты сейчас')).toHaveAttribute('title', sumMeanings.unpaidActs)
  await expect(tile('Выплачено сегодня')).toHaveAttribute('title', sumMeanings.paid)
  for (const [path, column, meaning] of [
    ['/operator/acts', 'К выплате', sumMeanings.payable],
    ['/operator/payments', 'Сумма', sumMeanings.payments],
  ] as const) {
    await leadAway(page, path)
    const head = page.getByRole('columnheader', { name: column, exact: true })
    await expect(head, path).toHaveAttribute('title', meaning)
    await expect(page.locator('tfoot').getByTitle(meaning), path).toBeVisible()
    // What no sum counts is said under the list.
    await expect(page.getByText(/^В сумму не входят: /), path).toBeVisible()
    await shot(page, `sums${path.replaceAll('/', '-')}`)
    await phoneShot(page, `sums${path.replaceAll('/', '-')}`)
  }
  const totals = page.getByRole('group', { name: 'Статус' })
  await expect(totals.getByRole('button', { name: /^Оплачена \d+/ })).toBeVisible()
  const isWhole = () =>
    totals.evaluate(
      (strip) => strip.scrollWidth <= strip.clientWidth && strip.scrollHeight <= strip.clientHeight,
    )
  for (const width of [1366, 1024]) {
    await page.setViewportSize({ width, height: 768 })
    await expect.poll(isWhole, `all statuses at ${width}`).toBe(true)
  }
})

test('a sum of hundreds of millions is shown whole in a tile on a phone @web', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.route('**/api/v1/report/getDashboard*', async (route) => {
    const answer = await route.fetch()
    const overview = (await answer.json()) as { tiles: Tile[] }
    for (const tile of overview.tiles) if (tile.unit === 'kop') tile.value = 12_345_678_901
    await route.fulfill({ response: answer, json: overview })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/operator')
  const sum = page.getByText(/^123\s456\s789,01\s₽$/).first()
  await expect(sum).toBeVisible()
  expect(await sum.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
