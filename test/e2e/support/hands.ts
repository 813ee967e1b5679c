import type { Page } from '@playwright/test'

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
}

const POINTER = ['pointerdown', 'mousedown', 'mousemove', 'touchstart', 'wheel']

/** A keyboard and nothing else; call it before the first page is opened. */
export async function keyboardOf(page: Page): Promise<Hands> {
  let presses = 0
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
      await page.keyboard.press(keys)
      presses++
    }
  }
  const type = async (text: string) => {
    for (const letter of text) {
      if (/[\x20-\x7e]/.test(letter)) await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      else await page.keyboard.insertText(letter)
      presses++
    }
  }
  return { press, type, count: () => presses, pointer, prints }
}
