import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { IS_LONG } from '../../support/sweep-size.ts'
import { drawScreen } from './held-page.ts'

/** Rules of axe that depend on colours; the others read names, roles and order, which are the same in both themes. */
const BY_COLOUR = ['color-contrast', 'link-in-text-block']

/** What axe itself calls moderate or minor is left out, and some of it takes long to find. */
const NEVER_GRAVE = [
  'aria-allowed-role',
  'empty-table-header',
  'heading-order',
  'landmark-one-main',
  'landmark-unique',
  'presentation-role-conflict',
  'region',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
]

/** No serious or critical fault of access in what the page shows: by every rule in light, by those of colours in dark. */
export async function accessible(
  page: Page,
  place: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Half a megabyte of axe is read once in each document; what passes need not be written down element by element.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  if (colorScheme === 'dark') axe.withRules(BY_COLOUR)
  else axe.disableRules(NEVER_GRAVE)
  await drawScreen(page)
  const { violations } = await axe.analyze()
  const faint = await page.evaluate(faintBoxes)
  await drawScreen(page, false)
  expect.soft(faint, `${place} ${colorScheme}`).toEqual([])
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect
    .soft(
      grave.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`),
      `${place} ${colorScheme}`,
    )
    .toEqual([])
}

/** axe has no rule for lines: empty boxes and radios have the line that `tokens.test.ts` holds against its ground. */
function faintBoxes(): string[] {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--input-border)'
  const line = getComputedStyle(probe).color
  probe.remove()
  const empty = ':is([type=checkbox], [type=radio]):not(:checked, :disabled, :indeterminate)'
  return [...document.querySelectorAll<HTMLInputElement>(`${empty}:not([data-error])`)].flatMap(
    (box) => {
      const { appearance, borderTopColor } = getComputedStyle(box)
      const isDrawn = box.checkVisibility() && appearance === 'none'
      return isDrawn && borderTopColor !== line ? [`${box.labels?.[0]?.textContent}`] : []
    },
  )
}

/**
 * The same in one theme after the other. The colours themselves are held against their grounds by `tokens.test.ts`, so the
 * dark theme is looked at in long sweeps alone.
 */
export async function accessibleInBothThemes(page: Page, place: string): Promise<void> {
  await accessible(page, place)
  if (IS_LONG) await accessible(page, place, 'dark')
}
