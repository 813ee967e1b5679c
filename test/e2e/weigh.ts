import { expect, type Page } from '@playwright/test'

/**
 * Waits until the screen says that the load may be written down, and presses until it is: on a busy machine a reading may
 * be too old once, or swing again.
 */
export async function weigh(
  page: Page,
  kilograms: number,
  press: () => Promise<void> = () => page.keyboard.press('F8'),
): Promise<void> {
  await expect(page.getByText('Можно записывать')).toBeVisible()
  await pressUntil(page, writtenDown(kilograms), press)
}

/** What the screen says of a load that the server has; the number of its visit follows. */
const writtenDown = (kilograms: number) =>
  new RegExp(`${kilograms.toLocaleString('ru').replaceAll(/\s/g, '\\s')}\\sкг: записано № `)

/** Presses until the words appear, for at most forty seconds. */
export async function pressUntil(
  page: Page,
  words: RegExp,
  press: () => Promise<void> = () => page.keyboard.press('F8'),
): Promise<void> {
  const written = page.getByText(words)
  await expect(async () => {
    if (!(await written.isVisible())) await press()
    await expect(written).toBeVisible({ timeout: 6000 })
  }).toPass({ timeout: 40_000 })
}
