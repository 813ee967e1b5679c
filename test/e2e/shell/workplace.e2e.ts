import { expect } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'

test.use({ onePage: true })

interface Tile {
  key: string
  title: string
  value: number
  unit: string
  href: string
}

for (const scope of ['operator', 'super'] as const)
  test(`each figure of ${scope}'s overview is what the list behind it counts or adds up to`, async ({
    page,
  }) => {
    const token = await enterAs(page, scope)
    const filter = encodeURIComponent(JSON.stringify({ scope }))
    const answer = await page.request.get(`/api/v1/report/getDashboard?filter=${filter}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { tiles } = (await answer.json()) as { tiles: Tile[] }
    // The platform has no list over companies for the sums of a day.
    const proved = tiles.filter(({ key }) => scope === 'operator' || key.startsWith('companies'))
    expect(proved.length).toBeGreaterThanOrEqual(4)
    for (const { title, value, unit, href } of proved) {
      await page.goto(href)
      const count = page.locator('footer').getByRole('status')
      await expect(count, title).toHaveText(/из \d|Нет строк/)
      const shown = (await count.textContent())!.replaceAll(/\s/g, '')
      if (unit === 'count') {
        expect(shown.replace(/^.*из/, '').replace('Нетстрок', '0'), title).toBe(String(value))
        continue
      }
      if (shown === 'Нетстрок') {
        expect(value, title).toBe(0)
        continue
      }
      const sums = page.locator('tfoot')
      const figure = unit === 'kop' ? (value / 100).toFixed(2).replace('.', ',') : `${value / 1000}`
      await expect
        .poll(async () => (await sums.textContent())!.replaceAll(/\s/g, ''), title)
        .toContain(figure.replace('.', ','))
    }
  })
