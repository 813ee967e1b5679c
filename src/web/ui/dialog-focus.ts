import { useEffect, useState } from 'react'

const FIELDS =
  'input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled), select:not(:disabled), [data-main]'
const LAYER = '[data-modal-content]'

/** The kit's own trap looks for its first element a task later; a restored focus must come after that. */
const AFTER_TRAP_MS = 20
/**
 * Where the hands are while a layer is open and after it: the first field as soon as it is drawn, unless the layer names
 * another by `data-autofocus`, and again when the focused one is gone, as from step to step; then back to what opened it.
 */
export function useDialogFocus() {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    let layer: HTMLElement | undefined
    let begun = false
    const place = () => {
      const now = document.activeElement
      const free = !now || now === document.body || (!begun && (now === layer || isCross(now)))
      if (!layer || !free || layer !== topLayer()) return
      const named = layer.querySelector<HTMLElement>('[data-autofocus]')
      const first = named ?? layer.querySelector<HTMLElement>(FIELDS)
      first?.focus({ preventScroll: true })
      if (first) begun = true
    }
    const watch = new MutationObserver(place)
    const soon = setTimeout(() => {
      layer = topLayer()
      if (layer) watch.observe(layer, { childList: true, subtree: true })
      place()
    }, AFTER_TRAP_MS)
    return () => {
      clearTimeout(soon)
      watch.disconnect()
    }
  }, [])
  useEffect(() => () => void setTimeout(() => giveBack(opener), AFTER_TRAP_MS), [opener])
}

function topLayer(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(LAYER)].at(-1)
}

function isCross(element: Element): boolean {
  return element.matches('.mantine-Modal-close')
}

/** Another layer that opened meanwhile, or quick hands that went on, keep the focus; so does an opener that is gone. */
function giveBack(opener: Element | null) {
  const layer = topLayer()
  const now = document.activeElement
  if (now && now !== document.body && !now.closest(LAYER)) return
  if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) return
  if (!layer || layer.contains(opener)) opener.focus({ preventScroll: true })
}
