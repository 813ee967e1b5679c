import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
/** The colours of each theme; what the dark one does not name it has from the light one. */
const [light, dark] = css.split('[data-mantine-color-scheme=').map(coloursIn)
const THEMES = { light: light!, dark: { ...light!, ...dark! } }

const STATES = ['gray', 'blue', 'cyan', 'indigo', 'green', 'yellow', 'orange', 'red', 'grape']
const TEXTS = ['text', 'dimmed', 'placeholder', 'link', 'error']
const GROUNDS = ['page', 'surface', 'raised', 'table-head', 'hover-row', 'active-row']

// WCAG 2.2, 1.4.3: text 4.5 to 1; 1.4.11: lines, fields and charts 3 to 1.
for (const [theme, colours] of Object.entries(THEMES)) {
  test(`every state, text and chart of the ${theme} theme can be told from its ground`, () => {
    const weak = [
      ...STATES.map((state) => ratio(`${state}-text`, `${state}-back`, 4.5)),
      ...TEXTS.flatMap((text) => GROUNDS.map((ground) => ratio(text, ground, 4.5))),
      ...[1, 2, 3, 4].map((chart) => ratio(`chart-${chart}`, 'surface', 3)),
      ...['focus', 'input-border'].map((line) => ratio(line, 'surface', 3)),
    ]
    assert.deepEqual(weak.filter(Boolean), [])
  })
  const ratio = (front: string, ground: string, least: number): string | undefined => {
    const [a, b] = [front, ground].map((name) => luminance(colours[name]!)) as [number, number]
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    return contrast < least ? `${front} on ${ground}: ${contrast.toFixed(2)}` : undefined
  }
}

function coloursIn(part: string): Record<string, string> {
  return Object.fromEntries(
    [...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
  )
}

/** Relative luminance of a colour of six digits (WCAG 2.2, definitions). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
