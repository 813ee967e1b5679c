import { expect, type Page } from '@playwright/test'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { accessible } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Справка' })
const title = (page: Page, name: string) => panel(page).getByRole('heading', { name, exact: true })

test('F1 opens the chapter of the screen and of the window over it, and what was typed stays @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/suppliers?mode=create')
  const surname = page.getByRole('textbox', { name: 'Фамилия' })
  await surname.fill('Ольхин')
  await page.keyboard.press('F1')
  await expect(title(page, 'Поставщики и паспорт')).toBeVisible()
  await shot(page, 'help-over-window')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(surname).toHaveValue('Ольхин')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click()
  await page.goto('/operator/weight')
  await expect(page.getByRole('button', { name: /Записать въезд/ })).toBeVisible()
  await page.keyboard.press('F1')
  await expect(title(page, 'Взвешивание')).toBeVisible()
  await shot(page, 'help-panel')
  await panel(page).getByRole('button', { name: 'что делать' }).click()
  await expect(title(page, 'Что делать, если…')).toBeVisible()
  await panel(page).getByRole('searchbox').fill('возвраты денег')
  await expect(panel(page).getByRole('status')).toContainText('Нашлось')
  await panel(page).getByRole('button', { name: 'Горячие клавиши экрана' }).click()
  const keys = page.getByRole('dialog', { name: 'Горячие клавиши' })
  await expect(keys.getByText('Номер машины')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the guide is read without a sign-in, searched and printed as one book @web', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Справка' })).toHaveAttribute('href', '/help/sign-in')
  // Before sign-in nothing else hears the key; the tab of what is being typed stays.
  await page.getByLabel('Логин').fill('operator')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('F1')
  await expect((await opened).getByRole('heading', { name: 'Первый вход' })).toBeVisible()
  await (await opened).close()
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'Справка', level: 1 })).toBeVisible()
  await accessible(page, 'guide')
  await shot(page, 'help-contents')
  await page.getByRole('searchbox').fill('забыл пинкод пин-код')
  await expect(page.getByText('Ничего не нашлось', { exact: false })).toBeVisible()
  await page.getByRole('searchbox').fill('забыли пин-код')
  await page.getByRole('link', { name: 'Что делать, если…' }).click()
  await expect(page).toHaveURL(/\/help\/trouble$/)
  await expect(page.getByRole('heading', { name: 'Забыли пин-код' })).toBeVisible()
  await page.getByText('Дальше:').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Клавиши', level: 1 })).toBeVisible()
  await expect(page.getByText('Машины на территории')).toBeVisible()
  await page.goto('/help/weighing')
  await expect(page.getByRole('img', { name: /Пост автовесов/ })).toBeVisible()
  await accessible(page, 'chapter')
  await accessible(page, 'chapter', 'dark')
  await shot(page, 'help-chapter')
  await phoneShot(page, 'help-chapter')
  await page.goto('/help/nothing-of-this-name')
  await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()

  await page.goto('/help')
  await page.evaluate(() => {
    window.print = () => {
      const all = [...document.querySelectorAll('img')]
      const shown = all.filter(({ naturalWidth }) => naturalWidth > 0).length
      document.documentElement.dataset['printed'] =
        `${document.querySelectorAll('article').length} chapters, ${all.length - shown} pictures missing`
    }
  })
  await page.getByRole('button', { name: 'Печать всей справки' }).click()
  await expect(page.locator('html')).toHaveAttribute(
    'data-printed',
    '24 chapters, 0 pictures missing',
  )
})

test('the tour comes once at the first sign-in of a person, and again when asked for @web', async ({
  page,
}) => {
  const token = await enterAs(page, 'weigher')
  // The demo's people have seen it: this one has not.
  const forgotten = await page.request.put(userPreferences.updatePreference.path, {
    headers: { authorization: `Bearer ${token}` },
    data: { key: 'tour', scope: 'user', value: null },
  })
  expect(forgotten.status()).toBe(200)
  const tour = page.getByRole('complementary', { name: 'Обзор программы' })
  await page.goto('/operator')
  await expect(tour.getByText('Найти или сделать')).toBeVisible()
  await shot(page, 'tour')
  await accessible(page, 'tour')
  await tour.getByRole('button', { name: 'Дальше' }).click()
  await expect(tour.getByText('Номер машины, стабильный вес')).toBeVisible()
  await shot(page, 'tour-weighing')
  await page.keyboard.press('Escape')
  await expect(tour).toHaveCount(0)

  await page.goto('/operator')
  await expect(page.getByRole('region', { name: 'Очередь на территории' })).toBeVisible()
  await page.goto('/help')
  await page.getByRole('button', { name: 'показать ещё раз' }).click()
  await expect(page).toHaveURL(/\/operator$/)
  // Had it come by itself before, it would be at another step or gone.
  await expect(tour.getByText('1 из')).toBeVisible()
  for (;;) {
    const next = tour.getByRole('button', { name: 'Дальше' })
    if ((await next.count()) === 0) break
    await next.click()
  }
  await tour.getByRole('button', { name: 'Понятно' }).click()
  await expect(tour).toHaveCount(0)
})
