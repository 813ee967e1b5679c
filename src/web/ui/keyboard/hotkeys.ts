import { create } from 'zustand'

/**
 * Keys pressed at once: what is held, in this order, and the place on the keyboard (`event.code`), the same in the Russian layout.
 * «Ctrl+Alt+Shift+KeyD».
 */
export type Combo = string

/** Every hotkey that a person may change, with the keys that it has at first; where it works is said in `hotkey-facts.ts`. */
export const hotkeys = {
  main: 'Ctrl+Enter',
  save: 'Ctrl+KeyS',
  print: 'Ctrl+KeyP',
  palette: 'Ctrl+KeyK',
  help: 'Shift+Slash',
  fold: 'Ctrl+Backslash',
  create: 'Insert',
  copy: 'F9',
  refresh: 'F5',
  search: 'Slash',
  export: 'Ctrl+KeyE',
  weightAct: 'F8',
  plate: 'F2',
  yard: 'F3',
  supplier: 'F4',
  product: 'F5',
  mode: 'F6',
  pictures: 'F7',
  weigh: 'F8',
  ticket: 'F9',
  accept: 'F10',
  card: 'F2',
  pay: 'F4',
  done: 'F10',
  deductions: 'F4',
  missing: 'F6',
  scanner: 'F7',
  sign: 'F8',
  scan: 'F9',
  heap: 'F7',
  find: 'Ctrl+KeyF',
  history: 'F4',
  group: 'Shift+Insert',
  rename: 'F2',
  remove: 'Delete',
} as const

export type HotkeyId = keyof typeof hotkeys
/** What a person has changed. */
export type OwnHotkeys = { readonly [id in HotkeyId]?: Combo | undefined }

/** Those of the person who is signed in; in force at once. */
export const useOwnHotkeys = create<OwnHotkeys>(() => ({}))

/** The keys of a hotkey as they are for this person. */
export const comboOf = (id: HotkeyId): Combo => useOwnHotkeys.getState()[id] ?? hotkeys[id]

type Pressed = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function comboPressed({ code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): Combo {
  const modifiers = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}`
  return modifiers + code.replace('NumpadEnter', 'Enter')
}

/** Names of hotkeys for tooltips; they follow a change. */
export function useHotkeyNames(): (id: HotkeyId) => string {
  const own = useOwnHotkeys()
  return (id) => keyName(own[id] ?? hotkeys[id])
}

/** The same for a menu, which is made when it opens. */
export const hotkeyName = (id: HotkeyId) => keyName(comboOf(id))

const NAMES: Record<string, string> = {
  Space: 'Пробел',
  Escape: 'Esc',
  Slash: '/',
  Backslash: '\\',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Equal: '+',
  NumpadAdd: '+',
  Minus: '−',
  NumpadSubtract: '−',
  Delete: 'Del',
}

/** «Ctrl + Enter», for tooltips and the list of F1. */
export function keyName(combo: Combo): string {
  const words = combo
    .split('+')
    .map((one) => NAMES[one] ?? one.replace(/^Key|^Digit|^Numpad(?=\d)/, ''))
  return words.join(' + ')
}
