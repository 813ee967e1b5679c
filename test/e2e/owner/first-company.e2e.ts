import { expect } from '@playwright/test'
import { accessibleInBothThemes } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

interface Board {
  tiles: { key: string; value: number }[]
  attention: object[]
}

const FIRST = {
  kind: 'first-company',
  tone: 'info',
  title: 'Заведите первую компанию',
  text: 'Потом список «Подготовка к работе» покажет, чего ей ещё не хватает.',
  count: null,
  kop: null,
  at: null,
  href: '/super/companies',
  entity: null,
  entity_id: null,
}

test('an empty installation offers its first company and says what comes next @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  // The demo has companies: what the server says without them is held by matters.test.ts.
  await page.route('**/api/v1/report/getDashboard*', async (route) => {
    const answer = await route.fetch()
    const board = (await answer.json()) as Board
    await route.fulfill({ response: answer, json: { ...board, attention: [FIRST] } })
  })
  await page.goto('/super')
  const begin = page.getByRole('button', { name: 'Завести первую компанию' })
  await expect(begin).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('heading', { name: 'Выплаты по дням' })).toHaveCount(0)
  await accessibleInBothThemes(page, 'the home of an empty installation')
  await shot(page, 'first-company')
  await phoneShot(page, 'first-company')
  await begin.click()
  await expect(page.getByRole('dialog', { name: 'Новая компания' })).toBeVisible()
})

test('until a company works, what it lacks stands first @web', async ({ page }) => {
  await enterAs(page, 'super')
  await page.route('**/api/v1/report/getDashboard*', async (route) => {
    const answer = await route.fetch()
    const board = (await answer.json()) as Board
    const tiles = board.tiles.map((tile) =>
      tile.key === 'companies_active' ? { ...tile, value: 0 } : tile,
    )
    await route.fulfill({ response: answer, json: { ...board, tiles } })
  })
  const lack = {
    total: 1,
    items: [
      {
        company_id: '01920000-0000-7000-8000-000000000001',
        company_name: 'ООО «Первая»',
        company_status: 'new',
        steps: [{ code: 'bank', state: 'missing', words: 'Нет счёта в банке' }],
      },
    ],
  }
  await page.route('**/api/v1/company/superGetUnfinishedSetUps*', (route) =>
    route.fulfill({ json: lack }),
  )
  await page.goto('/super')
  const lacks = page.getByRole('region', { name: 'Подготовка компаний' })
  const figures = page.getByRole('link', { name: /^Компании работают/ })
  // Only the figures say that no company works: until they are there, what is lacking stands last.
  await expect(figures).toBeVisible()
  await expect(lacks).toContainText('Не хватает: банк')
  const [above, below] = [(await lacks.boundingBox())!, (await figures.boundingBox())!]
  expect(above.y).toBeLessThan(below.y)
})

test("a super's home says the day of all companies, what must be done and how many there are, without a scroll @web", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await enterAs(page, 'super')
  await page.goto('/super')
  const day = page.getByRole('region', { name: /^Все компании/ })
  for (const title of ['Принято', 'На сумму', 'Актов', 'Выплачено'])
    await expect(day.getByRole('link', { name: new RegExp(`^${title}`) })).toBeVisible()
  const boxes = await day
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(new Set(boxes).size, 'one line of figures').toBe(1)
  for (const name of ['Требует внимания', 'Компании'])
    await expect(page.getByRole('region', { name, exact: true })).toBeInViewport()
  await expect(page.getByRole('link', { name: /^Компании работают/ })).toBeInViewport()
  await shot(page, 'super-home')
})
