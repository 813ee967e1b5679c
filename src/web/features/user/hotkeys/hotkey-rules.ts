import { quote } from '#contract/words/quote.ts'
import { hotkeys, type Combo, type HotkeyId, type OwnHotkeys } from '#web/ui/keyboard/hotkeys.ts'
import { fixedKeys, hotkeyFacts, hotkeyPlaces, type HotkeyPlace } from './hotkey-facts.ts'

/** Tabs, windows, addresses, tools and zoom: a page does not hear these keys, or takes them from the user. */
const OF_BROWSER = new Set([
  ...['KeyN', 'KeyT', 'KeyW', 'KeyL', 'KeyR', 'KeyQ', 'KeyH', 'KeyJ', 'KeyD', 'KeyO', 'KeyU'].map(
    (code) => `Ctrl+${code}`,
  ),
  ...['KeyN', 'KeyT', 'KeyW', 'KeyP', 'KeyR', 'KeyI', 'KeyJ', 'KeyC', 'KeyQ', 'Delete', 'Tab'].map(
    (code) => `Ctrl+Shift+${code}`,
  ),
  // Of the system: the start menu, the task manager, the next window.
  ...['Ctrl+', 'Ctrl+Shift+', 'Alt+'].map((modifiers) => `${modifiers}Escape`),
  ...Array.from({ length: 10 }, (_, digit) => `Ctrl+Digit${digit}`),
  ...['Tab', 'Equal', 'Minus', 'PageUp', 'PageDown', 'F4', 'F5'].map((code) => `Ctrl+${code}`),
  ...['F4', 'ArrowLeft', 'ArrowRight', 'Home', 'KeyD', 'KeyF', 'KeyE', 'Tab', 'Space'].map(
    (code) => `Alt+${code}`,
  ),
  'F11',
  'F12',
  'Shift+F5',
  'Shift+Escape',
])
/** What people edit text with; the field that has the focus needs them. */
const OF_TEXT = new Set(['KeyA', 'KeyC', 'KeyV', 'KeyX', 'KeyY', 'KeyZ', 'Backspace'])
/** Keys by which one goes through a page, and those that only hold. */
const OF_PAGE =
  /^(?:Tab|Enter|Escape|Space|Backspace|Arrow\w+|Home|End|Page\w+|CapsLock|ContextMenu)$/
const HOLDS = /^(?:Control|Alt|Shift|Meta|OS)/

function partsOf(combo: Combo) {
  const keys = combo.split('+')
  const code = keys.pop()!
  const [ctrl, alt, shift] = ['Ctrl', 'Alt', 'Shift'].map((one) => keys.includes(one))
  return { code, ctrl, alt, shift }
}

/** Whether these keys are only held so far. */
export const isHeldOnly = (combo: Combo) => HOLDS.test(partsOf(combo).code)

/** Why a hotkey cannot have these keys; undefined when it can. */
export function problemOf(
  id: HotkeyId,
  combo: Combo | undefined,
  own: OwnHotkeys,
): string | undefined {
  if (combo === undefined || isHeldOnly(combo)) return 'Нажмите новые клавиши'
  const { code, ctrl, alt, shift } = partsOf(combo)
  if (combo !== hotkeys[id]) {
    if (OF_BROWSER.has(combo)) return 'Эти клавиши занимает браузер: возьмите другие'
    if (ctrl && alt) return 'Ctrl + Alt набирает знаки и занято системой: возьмите другие клавиши'
    if (ctrl && !shift && OF_TEXT.has(code)) return 'Эти клавиши нужны, чтобы править текст'
    if (!ctrl && !alt && OF_PAGE.test(code)) return 'Этими клавишами ходят по экрану'
    if (isTyped(combo) && !isTyped(hotkeys[id]))
      return 'Буквы и знаки нужны для текста: добавьте Ctrl или Alt'
  }
  const holder = holderOf(id, combo, own)
  return (
    holder && `Занято: ${quote(holder.title)}, ${hotkeyPlaces[holder.places[0]!].toLowerCase()}`
  )
}

/** Whether a text field takes these keys for a sign; such a hotkey rests while one has the focus. */
function isTyped(combo: Combo): boolean {
  const { code, ctrl, alt } = partsOf(combo)
  return !ctrl && !alt && !/^(?:F\d+|Insert|Delete|Pause|ScrollLock)$/.test(code)
}

/** Who has these keys where both can be pressed. */
function holderOf(id: HotkeyId, combo: Combo, own: OwnHotkeys) {
  const { places } = hotkeyFacts[id]
  const others = (Object.keys(hotkeys) as HotkeyId[]).filter((other) => other !== id)
  const holder = others.find(
    (other) =>
      (own[other] ?? hotkeys[other]) === combo && canMeet(places, hotkeyFacts[other].places),
  )
  if (holder) return hotkeyFacts[holder]
  return fixedKeys.find((one) => one.combos.includes(combo) && canMeet(places, one.places))
}

function canMeet(these: readonly HotkeyPlace[], those: readonly HotkeyPlace[]): boolean {
  if (these.includes('all') || those.includes('all')) return true
  return these.some((place) => those.includes(place))
}

/** The person's changes with one more; what is as at first is no change. */
export function withHotkey(own: OwnHotkeys, id: HotkeyId, combo: Combo | undefined): OwnHotkeys {
  const { [id]: _before, ...others } = own
  return combo === undefined || combo === hotkeys[id] ? others : { ...others, [id]: combo }
}
