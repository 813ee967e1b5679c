import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { comboOf, comboPressed, keyName, type Combo, type HotkeyId } from './hotkeys.ts'

/** A key of a screen or dialog: a hotkey by its name, or keys that nobody changes. */
export type Key = KeyAction & ({ hotkey: HotkeyId } | { keys: Combo })

interface KeyAction {
  /** What it does, in the words shown by F1. */
  label: string
  run: () => void
  /** Works also while a text field has the focus; keys with Ctrl, Alt and F-keys do unless this is false. */
  inField?: boolean
}

interface Entry {
  depth: number
  keys: () => Key[]
}

/** 0 = the screen, each open dialog adds 1: only the topmost layer receives keys. */
export const KeyDepth = createContext(0)

/** The layer that receives keys now. */
export const topLayer = () => Math.max(...depths)

const entries: Entry[] = []
const depths: number[] = [0]

/** Registers keys while the component is mounted, from the moment that it is on screen; later registrations win. */
export function useKeys(keys: Key[]) {
  const depth = useContext(KeyDepth)
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const entry = { depth, keys: () => latest.current }
    entries.push(entry)
    return () => {
      entries.splice(entries.indexOf(entry), 1)
    }
  }, [depth])
}

/** Puts a layer above the screen while a dialog is mounted; give its depth to `KeyDepth`. */
export function useKeyLayer(above = 0): number {
  const depth = Math.max(useContext(KeyDepth), above) + 1
  useLayoutEffect(() => {
    depths.push(depth)
    return () => {
      depths.splice(depths.lastIndexOf(depth), 1)
    }
  }, [depth])
  return depth
}

/** Works whatever layer is on top, unless that layer uses the key itself: help. */
const everywhere: Key[] = []

/** Same as `useKeys`, for keys that also work while a dialog is on top. */
export function useKeysEverywhere(keys: Key[]) {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const own = latest.current.map((key, place) => ({
      ...key,
      run: () => latest.current[place]?.run(),
    }))
    everywhere.push(...own)
    return () => {
      for (const key of own) everywhere.splice(everywhere.indexOf(key), 1)
    }
  }, [])
}

/** The keys that work at this moment, for F1. */
export function keysNow(): Key[] {
  const top = topLayer()
  const found = new Map<string, Key>()
  for (const entry of entries.toReversed())
    if (entry.depth === top)
      for (const key of entry.keys()) if (!found.has(nameOf(key))) found.set(nameOf(key), key)
  for (const key of everywhere) if (!found.has(nameOf(key))) found.set(nameOf(key), key)
  return [...found.values()]
}

const keysOfKey = (key: Key) => ('hotkey' in key ? comboOf(key.hotkey) : key.keys)
export const nameOf = (key: Key) => keyName(keysOfKey(key))

const TYPING = 'input, textarea, select, [contenteditable="true"]'
const NOT_TEXT = ['checkbox', 'radio', 'button']

/** Whether the focus is where letters are typed; a field that was just hidden has it until the next frame. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches(TYPING)) return false
  if (target instanceof HTMLInputElement && NOT_TEXT.includes(target.type)) return false
  return target.checkVisibility()
}

const always = (key: Key) => key.inField ?? /Ctrl|Alt|\bF\d/.test(keysOfKey(key))

/** What the topmost layer does with a key, the latest registration first. */
function keysOf(event: KeyboardEvent): Key[] {
  const top = topLayer()
  const now = entries.filter(({ depth }) => depth === top).toReversed()
  const own = now.flatMap(({ keys }) => keys())
  const combo = comboPressed(event)
  return [...own, ...everywhere].filter((key) => keysOfKey(key) === combo)
}

/** An open list or popover handles Esc before the surrounding dialog: it has closed when the key arrives here. */
let closesList = false
const LIST = '[data-expanded], [data-popover-layer] *'
/** A closed list opens at any Enter: with Ctrl the key belongs to the screen. */
export const CLOSED_LIST = 'input[aria-haspopup="listbox"]:not([data-expanded])'
document.addEventListener(
  'keydown',
  (event) => {
    const { code, target } = event
    const of = (list: string) => target instanceof HTMLElement && target.matches(list)
    closesList = code === 'Escape' && of(LIST)
    if (event.ctrlKey && of(CLOSED_LIST) && hear(event)) event.stopPropagation()
  },
  { capture: true },
)

document.addEventListener('keydown', (event) => void hear(event))

/** Whether a key was handled by the topmost layer, or is buffered until the layer has loaded. */
function hear(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || closesList) return false
  if (event.code === 'Escape') forgetEarly()
  const found = keysOf(event)
  const waits = found.length === 0 && mayWait(event) && loads()
  const key = found.find(always) ?? (isTyping(event.target) ? undefined : found[0])
  if (!key && !waits) return false
  event.preventDefault()
  // A held key repeats: an action must not.
  if (event.repeat) return true
  if (key) key.run()
  else early.push(event)
  return true
}

/** Layers of which a part still loads. */
const loading: number[] = []
const loads = () => loading.includes(topLayer())

/** Keys pressed before the part that handles them was mounted. */
const early: KeyboardEvent[] = []
/** Buffered keys older than this are discarded: the user no longer expects their effect. */
const EARLY_MS = 10_000

const forgetEarly = () => early.splice(0)
document.addEventListener('pointerdown', forgetEarly)

/**
 * A key that opens or moves something is buffered; a key that writes is not: it would confirm something not yet visible. Own
 * hotkeys of a person are not buffered.
 */
function mayWait(event: KeyboardEvent): boolean {
  return /^(?:Alt\+Digit\d|Ctrl\+Key[PE]|Insert|F[24679])$/.test(comboPressed(event))
}

/** While it is mounted, a part of this layer still loads: keys are buffered for the part that replaces it. */
export function useKeyBuffer(waits = true) {
  const depth = useContext(KeyDepth)
  useLayoutEffect(() => {
    if (!waits) return undefined
    loading.push(depth)
    return () => {
      loading.splice(loading.indexOf(depth), 1)
      // A part that was just mounted registers its keys in the same commit.
      queueMicrotask(hearEarly)
    }
  }, [depth, waits])
}

function hearEarly() {
  for (let next = early[0]; next; next = early[0]) {
    const [key] = keysOf(next)
    if (!key && loads()) return
    early.shift()
    // Each key is handled by what the previous one has opened.
    if (key && performance.now() - next.timeStamp < EARLY_MS) flushSync(key.run)
  }
}
