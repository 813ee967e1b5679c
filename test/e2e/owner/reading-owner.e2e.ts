import { expect } from '@playwright/test'
import { test } from '../support/held-page.ts'
import { enterAs } from '../support/addresses.ts'

/** What an owner's screens offer must not name what an owner cannot do. */
const DEEDS =
  /^(Аннулировать|Исправить|Подписать|Скан|Сканер|Новый акт|Выплата|Объединить…|В архив|В стоп-лист|Сохранить|Добавить|Изменить|Отправить|Провести|Создать.*|Пригласить.*|Заблокировать|Снять)$/

const LISTS = [
  'transactions',
  'weightacts',
  'suppliers',
  'acts',
  'payments',
  'money',
  'product',
  'price',
  'instruments',
  'documents',
  'reports',
  'audit',
  'people',
]

test('an owner reads every screen and card, is offered nothing to change, and is refused nothing @screen', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  await enterAs(page, 'owner')
  await page.goto('/operator')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Обзор компании')
  const main = page.getByRole('main')
  for (const list of LISTS) {
    await page.goto(`/operator/${list}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.getByRole('status', { name: 'Загрузка' })).toHaveCount(0)
    await expect(main.getByRole('button', { name: DEEDS }), list).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Оплатить день' }), list).toHaveCount(0)
  }
  for (const [list, dialog] of [
    ['acts?status=issued', false],
    ['suppliers', true],
    ['people', true],
  ] as const) {
    await page.goto(`/operator/${list}`)
    await page.getByRole('row').nth(1).dblclick()
    const card = dialog ? page.getByRole('dialog') : main
    if (!dialog) await expect(page).toHaveURL(/operator\/act\//)
    await expect(card.getByRole('button').first()).toBeVisible()
    await expect(card.getByRole('button', { name: DEEDS }), list).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'К выплате' }), list).toHaveCount(0)
  }
  await page.goto('/operator/weight')
  await expect(page.getByText('Нет доступа к разделу «Взвешивание»')).toBeVisible()
  expect(refused).toEqual([])
})
