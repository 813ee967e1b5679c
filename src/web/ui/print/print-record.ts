import { toast } from '../feedback/toast.ts'

const POLL_MS = 20
/** A form that is not ready after this time has failed. */
const LAST_MS = 20_000

/** Prints a `/print/…` page from any screen: in a hidden iframe of our origin, without leaving the screen. */
export async function printRecord(path: string): Promise<void> {
  const frame = document.createElement('iframe')
  // Not `hidden`: an iframe without layout prints an empty sheet.
  frame.className = 'visually-hidden'
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.src = path
  document.body.append(frame)
  const end = Date.now() + LAST_MS
  // A document that has just started to load has no root yet.
  const isReady = () => !!frame.contentDocument?.querySelector(':root[data-print-ready=true]')
  while (!isReady() && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  const view = frame.contentWindow
  if (!isReady() || !view) {
    frame.remove()
    return toast.error('Не удалось подготовить печать')
  }
  view.addEventListener('afterprint', () => frame.remove(), { once: true })
  view.print()
}
