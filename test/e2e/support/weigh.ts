import { expect, type Page } from '@playwright/test'
import type { Hands } from './hands.ts'

/**
 * Waits until the screen says that the load may be written down, and presses until it is: on a busy machine a reading may
 * be too old once, or swing again, and a plate that few frames showed is only offered.
 */
export async function weigh(
  page: Page,
  kilograms: number,
  press: () => Promise<void> = () => page.keyboard.press('F8'),
): Promise<void> {
  const ready = page.getByText('Можно записывать')
  const offered = page.getByText('Камера видит')
  await expect(ready.or(offered).first()).toBeVisible()
  if (!(await ready.isVisible()) && (await offered.isVisible())) {
    await page.keyboard.press('F2')
    await page.keyboard.press('Enter')
  }
  await expect(ready).toBeVisible()
  await pressUntil(page, writtenDown(kilograms), press)
}

/** What the screen says of a load that the server has; the number of its visit follows. */
const writtenDown = (kilograms: number) =>
  new RegExp(`${kilograms.toLocaleString('ru').replaceAll(/\s/g, '\\s')}\\sкг: записано № `)

/** Presses until the words appear: a press while the line of the scale was silent for a moment records nothing. */
export async function pressUntil(
  page: Page,
  words: RegExp,
  press: () => Promise<void> = () => page.keyboard.press('F8'),
): Promise<void> {
  const written = page.getByText(words)
  await expect(async () => {
    if (!(await written.isVisible())) await press()
    await expect(written).toBeVisible({ timeout: 6000 })
  }).toPass()
}

/**
 * From the press until the screen says that the server has the weight; answers how often the press was repeated because the scale's
 * line was silent on a busy machine.
 */
export async function weighByKey(page: Page, hands: Hands, kilograms: number): Promise<number> {
  const before = hands.count()
  const written = page.getByText(writtenDown(kilograms))
  await weigh(page, kilograms, async () => {
    await hands.press('F8')
    await hands.wait('F8', () => written.isVisible())
  })
  return hands.count() - before - 1
}
