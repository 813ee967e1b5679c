import { useEffect, useState } from 'react'

const FIELDS =
  'input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled), select:not(:disabled), [data-main]'
const LAYER = '[data-modal-content], [data-popover-layer]'

/**
 * Manages the focus while a layer is open and after it. The first field of a window, or the first control of a popover, gets the
 * focus as soon as it is rendered, unless the layer marks another with `data-autofocus` or the user has already focused one; the
 * same happens when the focused element disappears, as from step to step. After closing, the opener gets the focus back. The
 * kit's own trap would move the focus one task later, while the user already types.
 */
export function useLayerFocus() {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    const layer = topLayer()
    if (!layer) return undefined
    let begun = false
    const place = () => {
      const now = document.activeElement
      const lost = !now || now === document.body
      const free = lost || (!begun && (now === layer || !layer.contains(now)))
      if (!free || layer !== topLayer()) return
      const named = layer.querySelector<HTMLElement>('[data-autofocus]')
      const first = layer.matches('[data-popover-layer]')
        ? nextStop(layer, layer, false)
        : [...layer.querySelectorAll<HTMLElement>(FIELDS)].find((field) => field.checkVisibility())
      // A key must not reach the opener again while the layer still loads: the layer itself takes the focus.
      for (const one of begun ? [named, first] : [named, first, layer]) {
        one?.focus({ preventScroll: true })
        if (one && one === document.activeElement) break
      }
      if (document.activeElement !== layer) begun = true
    }
    const keepInside = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.defaultPrevented || layer !== topLayer()) return
      const now = document.activeElement ?? document.body
      // A calendar or a list of a field is outside the layer and has an order of its own.
      if (now !== document.body && !layer.contains(now)) return
      event.preventDefault()
      nextStop(layer, now, event.shiftKey)?.focus()
    }
    const watch = new MutationObserver(place)
    watch.observe(layer, { childList: true, subtree: true })
    document.addEventListener('keydown', keepInside)
    place()
    return () => {
      watch.disconnect()
      document.removeEventListener('keydown', keepInside)
    }
  }, [])
  useEffect(() => () => giveBack(opener), [opener])
}

const STOPS =
  'a[href], input, select, textarea, button, summary, iframe, video[controls], [tabindex]'

/** The target of Tab or Shift + Tab inside a layer; after the last control comes the first. */
function nextStop(layer: HTMLElement, now: Element, back: boolean): HTMLElement | undefined {
  // A group of radio buttons is a single tab stop.
  const marked = [now, ...layer.querySelectorAll(':checked')].map((one) => one.getAttribute('name'))
  const stops = [...layer.querySelectorAll<HTMLElement>(STOPS)].filter(
    (one) =>
      one === now ||
      (one.tabIndex >= 0 &&
        !one.matches(':disabled') &&
        one.checkVisibility() &&
        !(one.matches('[type=radio]:not(:checked)') && marked.includes(one.getAttribute('name')))),
  )
  if (back) stops.reverse()
  const at = stops.indexOf(now as HTMLElement)
  if (at >= 0) return stops[(at + 1) % stops.length]
  const side = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  return stops.find((one) => now.compareDocumentPosition(one) & side) ?? stops[0]
}

/**
 * `ref` of the first field of a screen: it gets the focus when it is rendered, unless the user types elsewhere or a layer has the
 * focus.
 */
export function focusIfFree(element: HTMLElement | null) {
  if (topLayer() || document.activeElement?.matches('main :is(input, textarea, select)')) return
  element?.focus()
}

function topLayer(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(LAYER)].at(-1)
}

/**
 * The focus stays with another layer that opened meanwhile or an element the user has moved on to; a removed opener gets no
 * focus.
 */
function giveBack(opener: Element | null) {
  const layer = topLayer()
  const now = document.activeElement
  if (now && now !== document.body && !now.closest(LAYER)) return
  if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) return
  if (!layer || layer.contains(opener)) opener.focus({ preventScroll: true })
}
