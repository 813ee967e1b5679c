import { createContext, useContext, useEffect, useRef } from 'react'

/** A key of a screen or dialog; matched by `event.code`, so it works in the Russian layout. */
export interface Key {
  code: string
  ctrl?: boolean
  shift?: boolean
  alt?: boolean
  /** What it does, in the words of F1's list. */
  label: string
  run: () => void
  /** Works also while a text field has the focus; keys with Ctrl, Alt and F-keys always do. */
  inField?: boolean
}

interface Entry {
  depth: number
  keys: () => Key[]
}

/** 0 = the screen, each open dialog one more: only the topmost layer hears its keys. */
export const KeyDepth = createContext(0)

const entries: Entry[] = []
const depths: number[] = [0]

/** Registers keys while the component is mounted; later registrations win. */
export function useKeys(keys: Key[]) {
  const depth = useContext(KeyDepth)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const entry = { depth, keys: () => latest.current }
    entries.push(entry)
    return () => {
      entries.splice(entries.indexOf(entry), 1)
    }
  }, [depth])
}

/** Puts a layer above the screen while a dialog is mounted; give its depth to `KeyDepth`. */
export function useKeyLayer(): number {
  const depth = useContext(KeyDepth) + 1
  useEffect(() => {
    depths.push(depth)
    return () => {
      depths.splice(depths.lastIndexOf(depth), 1)
    }
  }, [depth])
  return depth
}

/** The keys that work at this moment, for F1. */
export function keysNow(): Key[] {
  const top = Math.max(...depths)
  const found = new Map<string, Key>()
  for (const entry of entries.toReversed())
    if (entry.depth === top)
      for (const key of entry.keys()) if (!found.has(keyName(key))) found.set(keyName(key), key)
  return [...found.values()]
}

const NAMES: Record<string, string> = {
  Insert: 'Insert',
  Enter: 'Enter',
  NumpadEnter: 'Enter',
  Space: 'Пробел',
  Escape: 'Esc',
  Slash: '/',
  Backslash: '\\',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Delete: 'Del',
}

/** «Ctrl + Enter», for tooltips and the list of F1. */
export function keyName({ code, ctrl, shift, alt }: Omit<Key, 'label' | 'run'>): string {
  const plain = NAMES[code] ?? code.replace(/^Key|^Digit/, '')
  return [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift', plain].filter(Boolean).join(' + ')
}

const TYPING = 'input, textarea, select, [contenteditable="true"]'
const NOT_TEXT = ['checkbox', 'radio', 'button']

/** Whether the focus stands where letters are typed. */
export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches(TYPING)) return false
  return !(target instanceof HTMLInputElement && NOT_TEXT.includes(target.type))
}

function heard(event: KeyboardEvent): Key | undefined {
  const top = Math.max(...depths)
  const inText = typing(event.target)
  for (const entry of entries.toReversed()) {
    if (entry.depth !== top) continue
    const key = entry.keys().find((candidate) => matches(candidate, event))
    if (key && (!inText || key.inField || key.ctrl || key.alt || /^F\d+$/.test(key.code)))
      return key
  }
  return undefined
}

function matches(key: Key, event: KeyboardEvent): boolean {
  const same = key.code === event.code || (key.code === 'Enter' && event.code === 'NumpadEnter')
  const ctrl = event.ctrlKey || event.metaKey
  return same && !!key.ctrl === ctrl && !!key.shift === event.shiftKey && !!key.alt === event.altKey
}

/** An open list or popover hears Esc before the dialog around it: it has closed when the key arrives here. */
let closesList = false
const LIST = '[data-expanded], [data-popover-layer] *'
document.addEventListener(
  'keydown',
  ({ code, target }) => {
    const open = target instanceof HTMLElement && target.matches(LIST)
    closesList = open && code === 'Escape'
  },
  { capture: true },
)

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || closesList) return
  const key = heard(event)
  if (!key) return
  event.preventDefault()
  // A held key repeats: an action must not.
  if (!event.repeat) key.run()
})
