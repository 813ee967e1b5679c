const STOPS =
  'a[href], input, select, textarea, button, summary, iframe, audio[controls], video[controls], [contenteditable], [tabindex]'

/** Where Tab, or Shift + Tab, leads inside a layer, from its last control round to its first. */
export function nextStop(layer: HTMLElement, now: Element, back: boolean): HTMLElement | undefined {
  const stops = [...layer.querySelectorAll<HTMLElement>(STOPS)].filter((one) => isStop(one, now))
  if (back) stops.reverse()
  const at = stops.findIndex((one) => one === now)
  if (at >= 0) return stops[(at + 1) % stops.length]
  const side = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  return stops.find((one) => now.compareDocumentPosition(one) & side) ?? stops[0]
}

/** Of a group of radio buttons one stands for all. */
function isStop(one: HTMLElement, now: Element): boolean {
  if (one === now) return true
  if (one.tabIndex < 0 || one.matches(':disabled') || !one.checkVisibility()) return false
  if (!isRadio(one) || one.checked) return true
  const group = [...(one.form ?? document).querySelectorAll<HTMLInputElement>(RADIO)].filter(
    ({ name, form }) => name === one.name && form === one.form,
  )
  return !group.some((other) => other.checked || other === now)
}

const RADIO = 'input[type=radio]'
const isRadio = (one: Element): one is HTMLInputElement => one.matches(RADIO)
