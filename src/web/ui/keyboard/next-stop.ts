const STOPS =
  'a[href], input, select, textarea, button, summary, iframe, video[controls], [tabindex]'

/** The target of Tab or Shift + Tab inside a layer; after the last control comes the first. */
export function nextStop(layer: HTMLElement, now: Element, back: boolean): HTMLElement | undefined {
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
