import { expect, type Page } from '@playwright/test'
import { IS_LONG } from '../../support/sweep-size.ts'
import { accessible } from '../support/access.ts'
import { issueAct, stepsOf } from '../support/act-steps.ts'
import {
  addressesOf,
  enterAs,
  findRecords,
  leadAway,
  oneOfEachKind,
  type Role,
} from '../support/addresses.ts'
import { drawDocuments, test } from '../support/held-page.ts'
import { demoDay } from '../support/page.ts'

test.use({ onePage: true })

const AXE = new Set(['filters', 'chosen', 'menu of a card', 'palette'])
/** One screen of each kind that a phone draws from elements of its own. */
const OWN_ON_PHONE =
  /\/(acts|price|product|create_act\/.+|create_payment\/.+|weight|companies|actions)$/
const PHONE = { width: 390, height: 844 }

test.beforeEach(({ page }) => page.setViewportSize(PHONE))

for (const role of ['operator', 'super'] as const)
  test(`every screen of ${role} fits a phone, without a serious accessibility fault @axe @web`, async ({
    page,
  }) => {
    const paths = await pathsOf(page, role)
    await page.goto(paths[0]!)
    for (const [index, path] of paths.entries())
      await test.step(path, async () => {
        if (index > 0) await leadAway(page, path)
        await expectLoaded(page)
        expect.soft(await findFaults(page), path).toEqual([])
        // The other screens have the elements that axe reads in the journey over all addresses.
        if (IS_LONG && OWN_ON_PHONE.test(path)) await accessible(page, path)
      })
  })

test('windows over a list fit a phone, and its cards are opened, selected and acted on @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/acts')
  const cards = page.getByRole('grid', { name: 'Акты' }).getByRole('row')
  const card = cards.filter({ has: page.getByRole('button', { name: 'Действия со строкой' }) })
  await expect(card.first()).toBeVisible()
  const opened = async (name: string) => {
    expect.soft(await findFaults(page), name).toEqual([])
    // One look of axe is a second of a busy machine: a layer is read with what it lies over.
    if (AXE.has(name)) await accessible(page, name)
  }
  await page.getByRole('button', { name: 'Отбор' }).click()
  await expect(page.getByRole('button', { name: 'Колонки' })).toBeVisible()
  await opened('filters')
  await page.getByRole('button', { name: 'Колонки' }).click()
  await expect(page.getByRole('list', { name: 'Колонки' })).toBeVisible()
  await opened('columns')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'За всё время' }).click()
  await expect(page.getByLabel('С', { exact: true })).toBeVisible()
  await opened('period')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Отбор' }).click()
  await card.nth(1).getByRole('checkbox').check()
  await expect(page.getByRole('toolbar')).toContainText('Выбрано: 1 строка')
  await opened('chosen')
  await page.getByRole('button', { name: 'Снять выбор' }).click()
  await card.first().getByRole('button', { name: 'Действия со строкой' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await opened('menu of a card')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Найти или сделать' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await opened('palette')
  await page.keyboard.press('Escape')
  if (IS_LONG) await accessible(page, 'acts', 'dark')
  await card
    .nth(1)
    .getByText(/^20\d\d-|черновик/)
    .first()
    .click()
  await expect(page).toHaveURL(/\/operator\/act\//)
})

test('a message is closed by a thumb @web', async ({ page }) => {
  const { id } = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${id}`)
  // Without a scan this is answered by words alone.
  await page.getByRole('button', { name: 'Ещё' }).click()
  await page.getByRole('button', { name: 'Подписать' }).click()
  const close = page.getByRole('button', { name: 'Закрыть сообщение' }).first()
  await expect(close).toBeVisible()
  // A pointer over it holds it.
  await close.hover()
  expect(await findFaults(page)).toEqual([])
  await close.click()
  await expect(close).toHaveCount(0)
})

test('a long list scrolls to its last cards, and only those in view are drawn @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/acts')
  const grid = page.getByRole('grid', { name: 'Акты' })
  const last = page.locator('tr[aria-rowindex="50"]')
  await expect(grid.getByRole('row').nth(3)).toBeVisible()
  expect(await page.locator('tr[aria-rowindex]').count()).toBeLessThan(40)
  await grid.focus()
  await page.keyboard.press('End')
  await expect(last).toBeInViewport({ ratio: 1 })
  // Nothing lies over it: what is at its middle belongs to it.
  expect(
    await last.evaluate((row) => {
      const { x, y, width, height } = row.getBoundingClientRect()
      return row.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }),
  ).toBe(true)
})

test('a dialog with a form has the whole screen, and its button stays over the keyboard @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/suppliers?mode=create')
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await expect(dialog.getByRole('textbox').first()).toBeVisible()
  expect.soft(await findFaults(page), 'new supplier').toEqual([])
  await accessible(page, 'new supplier')
  // What a keyboard leaves where the browser makes the page smaller for it.
  await page.setViewportSize({ ...PHONE, height: 430 })
  const field = dialog.getByRole('textbox').last()
  await field.focus()
  await expect(field).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Далее' })).toBeInViewport()
})

test('a ready report is saved by a thumb @web', async ({ page }) => {
  const manager = await stepsOf(page.request, 'manager')
  const order = { type: 'unpaid_acts', format: 'csv', params: { date: demoDay } }
  await manager('post', 'report/createReport', order)
  await enterAs(page, 'manager')
  await page.goto('/operator/reports')
  await expect(page.getByRole('button', { name: 'Скачать' }).first()).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})

test('the form of a report fits a phone @web', async ({ page }) => {
  await enterAs(page, 'manager')
  await page.goto('/operator/reports?order=unpaid_acts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Неоплаченные акты')
  const choice = page.getByRole('combobox', { name: 'Вид файла' })
  const box = (await choice.boundingBox())!
  expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width)
})

test('the form of an act does not shift while it loads @web', async ({ page }) => {
  const [path] = (await pathsOf(page, 'operator')).filter((one) => one.includes('/create_act/'))
  await drawDocuments(page)
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        moved.push(String((entry as PerformanceEntry & { value: number }).value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path!)
  await expect(page.getByRole('region', { name: 'Взвешивания' })).toBeVisible()
  await expectLoaded(page)
  const moved = await page.evaluate(() => (window as Window & { moved?: string[] }).moved!)
  expect(moved.reduce((sum, value) => sum + Number(value), 0)).toBeLessThan(0.01)
})

async function pathsOf(page: Page, role: Role): Promise<string[]> {
  const token = await enterAs(page, 'operator')
  const records = await findRecords(page.request, token)
  if (role === 'super') await enterAs(page, role)
  const own = addressesOf(records).filter(
    ({ guard, layout }) => layout === 'main' && (guard === role || guard === 'none'),
  )
  return oneOfEachKind(own).map(({ path }) => path)
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[aria-busy=true], [class*=waiting]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** What is wider than the window, cut by its edge, too small for a thumb, or makes a phone enlarge the page. */
function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const width = document.documentElement.clientWidth
    const content = document.querySelector('#content')!
    if (document.documentElement.scrollWidth > width) faults.push('the page scrolls sideways')
    if (content.scrollWidth > content.clientWidth) faults.push('the content scrolls sideways')
    // What scrolls by itself may hold more than is in view.
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== content &&
      ((/auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth) ||
        scrolls(element.parentElement))
    const pressed = 'a[href], button, input, select, textarea, [role=tab], [role=menuitem]'
    for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const box = element.getBoundingClientRect()
      const name = `${element.localName} «${element.ariaLabel ?? element.textContent.slice(0, 30)}»`
      if (box.width > 1 && (box.left < -1 || box.right > width + 1) && !scrolls(element))
        faults.push(`${name} is cut: ${box.left}–${box.right}`)
      const tall = /^(button|select|tab)$/.test(element.role ?? element.localName)
      if (tall && box.height > 1 && box.height < 44) faults.push(`${name}: ${box.height} px high`)
      const typed = element.matches('input:not([type=checkbox], [type=radio]), textarea, select')
      if (typed && Number.parseFloat(getComputedStyle(element).fontSize) < 16)
        faults.push(`${name}: letters of ${getComputedStyle(element).fontSize}`)
    }
    return faults
  })
}
