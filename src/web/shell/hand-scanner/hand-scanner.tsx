import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isTyping, topLayer } from '../../ui/keyboard/keys.ts'
import { offerScan } from '../../ui/keyboard/scans.ts'
import { scannedPath } from './scanned-path.ts'
import { openBurst } from './scanner-burst.ts'

/** A field that a scanner types into, with what stood there before. */
interface Field {
  readonly element: HTMLInputElement | HTMLTextAreaElement
  readonly value: string
}

/**
 * Hears hand-held scanners, which are keyboards to the browser, on every screen: the code of a printed form opens its record, also
 * while a field has the focus; any other text is searched for, unless a field takes it. An open dialog keeps its keys. What a part of
 * the screen reads itself, such as the lines of a passport, it takes first.
 */
export function HandScanner({ search }: { search: (words: string) => void }) {
  const navigate = useNavigate()
  const open = useRef({ navigate, search })
  useEffect(() => {
    open.current = { navigate, search }
  })
  useEffect(() => {
    const burst = openBurst()
    let field: Field | undefined
    const use = (text: string, target: EventTarget | null): boolean => {
      if (offerScan(text)) {
        if (field) putBack(field)
        return true
      }
      if (topLayer() > 0) return false
      const path = scannedPath(text, location.origin)
      // The first sign may have opened the field, as in a cell of the price list.
      if (!path && (field || isTyping(target))) return false
      if (field) putBack(field)
      if (path) void open.current.navigate(path)
      else open.current.search(text)
      return true
    }
    const hear = (event: KeyboardEvent) => {
      const { code, shiftKey: shift, timeStamp: at, target } = event
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return burst.forget()
      const verdict = burst.take({ code, shift, at })
      if (verdict.kind === 'typed') {
        if (verdict.isFirst) field = fieldOf(target)
        return undefined
      }
      // In a field the signs are written down meanwhile: it may be a quick hand, or a number that is searched for there.
      const isTaken = verdict.kind === 'held' ? !isTyping(target) : use(verdict.text, target)
      if (!isTaken) return undefined
      event.preventDefault()
      return event.stopImmediatePropagation()
    }
    addEventListener('keydown', hear, { capture: true })
    return () => removeEventListener('keydown', hear, { capture: true })
  }, [])
  return null
}

function fieldOf(target: EventTarget | null): Field | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && isTyping(target) ? { element: target, value: target.value } : undefined
}

/** As if the scanner had not typed: a controlled field hears of it like of any input. */
function putBack({ element, value }: Field) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!
  set!.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
