import { setTimeout as pause } from 'node:timers/promises'
import { test, type Locator, type Page } from '@playwright/test'

export interface Hands {
  /** One key or a chord, by code: `F8`, `Control+Enter`. */
  press: (keys: string, times?: number) => Promise<void>
  /** Letter by letter: a Russian letter is one key as well, although the browser is given it as text. */
  type: (text: string) => Promise<void>
  /** Keys pressed so far, a chord counted once. */
  count: () => number
  /** Pointer events that the page saw: walking by keys alone leaves it empty. */
  pointer: string[]
  /** Addresses that were sent to the printer. */
  prints: string[]
  /** How long the machine kept the person since the last key, until the next one can be pressed. */
  wait: (what: string, isReady: () => Promise<boolean>) => Promise<void>
  waits: Wait[]
}

interface Wait {
  what: string
  ms: number
}

/** `expect` looks at longer and longer intervals, which would be measured as the machine's. */
const LOOK_MS = 10
/** A press that leads to nothing is no wait: what the walk expects next says so, or presses once more. */
const MOST_MS = 6000

const POINTER = ['pointerdown', 'mousedown', 'mousemove', 'touchstart', 'wheel']

/** A keyboard and nothing else; call it before the first page is opened. */
export async function keyboardOf(page: Page): Promise<Hands> {
  let presses = 0
  let pressedAt = 0
  const waits: Wait[] = []
  const pointer: string[] = []
  const prints: string[] = []
  await page.exposeFunction('tellPointer', (kind: string) => void pointer.push(kind))
  await page.exposeFunction('tellPrint', (path: string) => void prints.push(path))
  await page.addInitScript((kinds) => {
    const { tellPointer, tellPrint } = window as Window &
      Partial<Record<'tellPointer' | 'tellPrint', (v: string) => Promise<void>>>
    // A change under the pointer moves it, also when the journey has ended and nobody listens any more.
    const say = (tell: typeof tellPrint, words: string) => void tell?.(words).catch(() => undefined)
    for (const kind of kinds)
      document.addEventListener(kind, ({ isTrusted }) => isTrusted && say(tellPointer, kind), true)
    window.print = () => {
      say(tellPrint, location.pathname)
      window.dispatchEvent(new Event('afterprint'))
    }
  }, POINTER)
  const press = async (keys: string, times = 1) => {
    for (let done = 0; done < times; done++) {
      pressedAt = performance.now()
      await page.keyboard.press(keys)
      presses++
    }
  }
  const type = async (text: string) => {
    for (const letter of text) {
      pressedAt = performance.now()
      if (/[\x20-\x7e]/.test(letter)) await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      else await page.keyboard.insertText(letter)
      presses++
    }
  }
  const wait = async (what: string, isReady: () => Promise<boolean>) => {
    const from = pressedAt
    while (!(await isReady())) {
      if (performance.now() - from > MOST_MS) return
      await pause(LOOK_MS)
    }
    waits.push({ what, ms: performance.now() - from })
  }
  return { press, type, count: () => presses, pointer, prints, wait, waits }
}

/** How many presses a walk took and how long its person waited, in all and at each place. */
export function tellWalk({ waits }: Hands, what: string, presses: number): void {
  const ms = (one: number) => `${Math.round(one)} ms`
  const each = waits.map((wait) => `${wait.what} ${ms(wait.ms)}`).join(', ')
  const sum = waits.reduce((all, wait) => all + wait.ms, 0)
  const told = { [`presses ${what}`]: String(presses), [`waits ${what}`]: `${ms(sum)}: ${each}` }
  for (const [type, description] of Object.entries(told)) {
    test.info().annotations.push({ type, description })
    console.log(`${type}: ${description}`)
  }
}

export const isFocused = async (field: Locator): Promise<boolean> =>
  (await field.count()) > 0 && field.evaluate((element) => element === document.activeElement)
