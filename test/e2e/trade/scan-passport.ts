import { expect, type Locator, type Page } from '@playwright/test'
import { accessible } from '../support/access.ts'
import { shot } from '../support/page.ts'

/** What the scanner reads: two lines of a passport of nobody. */
export const PASSPORT = [
  'PNRUSBAQRAMOV<<AMIR<IL9GAM<<<<<<<<<<<<<<<<<<',
  '4601234561RUS9312074M<<<<<<<1111228770001<76',
] as const

/** Where no form waits for a passport it leads to a new supplier, and no address, of a screen or of a call, says anything of it. */
export async function scanIntoSearch(page: Page): Promise<void> {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  page.on('request', (request) => addresses.push(request.url()))
  const search = page.getByRole('searchbox').first()
  await scan(search, PASSPORT)
  const window = page.getByRole('dialog', { name: 'Прочитан паспорт' })
  await expect(window.getByText('Байрамов Амир Ильгам')).toBeVisible()
  await expect(search).toHaveValue('')
  await shot(page, '91-passport-anywhere')
  await accessible(page, 'a passport that was read anywhere')
  await page.keyboard.press('Escape')
  await expect(window).toBeHidden()
  await page.keyboard.press('Control+KeyK')
  await scan(page.getByRole('combobox', { name: 'Найти или сделать' }), PASSPORT)
  await window.getByRole('button', { name: 'Новый поставщик' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый поставщик' })
  await expect(dialog.getByText('Поля заполнены сканером')).toBeVisible()
  await expect(dialog.getByLabel(/^Фамилия/)).toHaveValue('Байрамов')
  await expect(dialog.getByLabel('Серия и номер')).toHaveValue('46 01 123456')
  expect(addresses.filter((address) => /PNRUS|BAQ|4601|123456/.test(address))).toEqual([])
}

/** Lines that a hand-held scanner types into a field, each with Enter: faster than any keyboard of a test. */
export function scan(field: Locator, lines: readonly string[]): Promise<void> {
  return field.evaluate((input, texts) => {
    ;(input as HTMLInputElement).focus()
    let at = performance.now()
    const press = (init: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
      // The keys of a scanner carry the time at which they were sent, however long the form draws each of them.
      Object.defineProperty(event, 'timeStamp', { value: (at += 5) })
      return input.dispatchEvent(event)
    }
    for (const text of texts) {
      for (const key of text) {
        const digit = /\d/.test(key)
        const code = key === '<' ? 'Comma' : `${digit ? 'Digit' : 'Key'}${key}`
        if (press({ key, code, shiftKey: !digit })) document.execCommand('insertText', false, key)
      }
      press({ key: 'Enter', code: 'Enter' })
    }
  }, lines)
}
