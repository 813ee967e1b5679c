import { expect, type Locator, type Page } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { keyboardOf, type Hands } from '../support/hands.ts'
import { test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'
import { givePin, MANAGER_PIN } from '../support/purchase-steps.ts'
import { weigh } from '../support/weigh.ts'
import { arriveGoods, leave } from '../support/yard.ts'

test.use({ onePage: true })

// Another vehicle in each run over the same data.
const PLATE = `Т${String(100 + (Math.floor(Date.now() / 1000) % 900))}СУ77`

test('a weight act is split, saved, changed, confirmed and voided by keys alone @keys', async ({
  page,
}) => {
  const hands = await keyboardOf(page)
  await enterAs(page, 'operator')
  await writeVisit(page)
  hands.pointer.splice(0)
  await page.keyboard.press('ArrowDown')
  await hands.press('Control+Space')
  await hands.press('F8')
  const dialog = page.getByRole('dialog', { name: /^Весовой акт/ })
  await expect(dialog.getByRole('combobox', { name: 'Товар строки 1' })).toBeFocused()
  await hands.type('12А,')
  await hands.press('Enter')
  // 5 300 kg less the usual 7 %.
  await expect(dialog.getByText('4 929 кг').first()).toBeVisible()
  await splitInTwo(hands, dialog)
  await shot(page, '84-keys-split')
  await tabTo(hands, dialog.getByRole('button', { name: 'Сохранить черновик' }))
  await hands.press('Enter')
  await expect(dialog).toBeHidden()
  await page.goto(`/operator/weightacts?q=${PLATE}`)
  const row = page.getByRole('row', { name: PLATE }).first()
  await expect(row).toContainText('Черновик')
  await fromMenu(page, hands, 'Изменить')
  await expect(dialog.getByLabel('Вес строки 1, кг')).toHaveValue(/^4\s300$/)
  await tabTo(hands, dialog.getByRole('button', { name: 'Убрать строку 2' }))
  await hands.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Товар строки 2' })).toHaveCount(0)
  // 150 kg were typed in the line that is left; it holds the whole drop again.
  await expect(dialog.getByRole('row').nth(1)).toContainText('5 150 кг')
  await hands.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Проведён')
  await fromMenu(page, hands, 'Аннулировать')
  await expect(page.getByRole('dialog').getByLabel('Причина')).toBeFocused()
  await hands.type('Проба клавиш')
  await hands.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Пин-код' })).toBeFocused()
  await hands.type(MANAGER_PIN)
  await expect(row).toContainText('Аннулирован')
  expect(hands.pointer).toEqual([])
})

test('pack and deductions of a load are not bought: a weight act subtracts them @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator/weight1')
  await arriveGoods(2, 86)
  await expect(page.getByText('■ СТАБИЛЬНО')).toBeVisible()
  await page.keyboard.press('F5')
  await page.keyboard.type('медь')
  await page.keyboard.press('Enter')
  await page.getByLabel('Упаковка, кг').fill('6')
  await weigh(page, 86)
  await leave(2)
  await page.goto('/operator/transactions')
  await expect(page.getByRole('row').nth(1)).toContainText('80 кг')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Space')
  await page.keyboard.press('F8')
  const dialog = page.getByRole('dialog', { name: 'Весовой акт' })
  await expect(dialog.getByLabel('Упаковка строки 1, кг')).toHaveValue('6')
  await expect(dialog.getByRole('row').nth(1)).toContainText('80 кг')
  await page.keyboard.press('F4')
  await expect(dialog.getByLabel('Упаковка строки 1, кг')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('вод')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Причина вычета 1 строки 1')).toHaveValue('Вода')
  await page.keyboard.press('Enter')
  await page.keyboard.type('90')
  await expect(dialog.getByText('Вычеты больше веса груза').first()).toBeVisible()
  await dialog.getByLabel('Вычет 1 строки 1, кг').fill('10')
  await expect(dialog.getByText('после вычетов 70 кг')).toBeVisible()
  await shot(page, '85-pack')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
})

/** A weighed visit from paper: 9 400 and 4 100 kg. */
async function writeVisit(page: Page): Promise<void> {
  await page.goto('/operator/manual')
  await page.getByLabel('Номер машины').fill(PLATE)
  await page.getByLabel('Вес на въезде, кг').fill('9 400')
  await page.getByLabel('Время въезда').fill('вчера 9:30')
  await page.getByLabel('Вес на выезде, кг').fill('4 100')
  await page.getByLabel('Время выезда').fill('вчера 10:05')
  await page.getByLabel('Почему не с весов').fill('Весы на поверке, запись с бумаги')
  await page.keyboard.press('Control+Enter')
  await givePin(page)
  await expect(page).toHaveURL(/\/operator\/transactions/)
  await page.goto(`/operator/transactions?q=${PLATE}`)
  await expect(page.getByRole('row', { name: PLATE }).first()).toContainText('Взвешена')
}

/** 150 kg of contamination by weight, a second product of 1 000 kg, which then takes the rest instead. */
async function splitInTwo(hands: Hands, dialog: Locator): Promise<void> {
  await tabTo(hands, dialog.getByRole('button', { name: /^Засор строки 1: перейти на килограммы/ }))
  await hands.press('Enter')
  await hands.press('Shift+Tab')
  await expect(dialog.getByLabel('Засор строки 1, кг')).toBeFocused()
  await hands.type('150')
  await expect(dialog.getByText('5 150 кг').first()).toBeVisible()
  await tabTo(hands, dialog.getByRole('button', { name: 'Разделить строку 1' }))
  await hands.press('Enter')
  await tabTo(hands, dialog.getByRole('combobox', { name: 'Товар строки 2' }))
  await hands.type('3А, габ')
  await hands.press('Enter')
  await tabTo(hands, dialog.getByLabel('Вес строки 2, кг'))
  await hands.type('1000')
  await expect(dialog.getByLabel('Вес строки 1, кг')).toHaveAttribute('placeholder', /^4\s300$/)
  // A weight that is emptied and left takes the remainder.
  await hands.press('Control+A')
  await hands.press('Delete')
  await hands.press('Tab')
  await expect(dialog.getByLabel('Вес строки 1, кг')).toHaveValue(/^4\s300$/)
  await expect(dialog.getByLabel('Вес строки 2, кг')).toHaveAttribute('placeholder', /^1\s000$/)
}

async function fromMenu(page: Page, hands: Hands, deed: string): Promise<void> {
  await hands.press('ArrowDown')
  await hands.press('Shift+F10')
  const item = page.getByRole('menuitem', { name: deed })
  await expect(item).toBeVisible()
  for (let steps = 0; steps < 20; steps++) {
    if (await item.evaluate((node) => node === document.activeElement)) break
    await hands.press('ArrowDown')
  }
  await hands.press('Enter')
}

/** Forwards by Tab as a hand would, and not for ever. */
async function tabTo(hands: Hands, target: Locator): Promise<void> {
  for (let steps = 0; steps < 40; steps++) {
    if (await target.evaluate((node) => node === document.activeElement)) return
    await hands.press('Tab')
  }
  await expect(target).toBeFocused()
}
