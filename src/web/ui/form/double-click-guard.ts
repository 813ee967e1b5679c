/** The window under the pointer at the first click of a series of clicks, or null. */
let began: Element | null = null

/** Actions whose immediate repeat is never intended: it would save again or undo what was just switched. */
const ACTION_CONTROLS = '[type=submit], [data-once]'

/** Guards against repeated input: a held Enter is one press, and rapid clicks all belong to the target of the first. */
export function takeOnePress() {
  document.addEventListener('keydown', stopHeldEnter, { capture: true })
  document.addEventListener('click', stopStrayClick, { capture: true })
}

/**
 * Repeats of a held key would answer the question that the first press has opened, or send a form that was still being filled in.
 */
function stopHeldEnter(event: KeyboardEvent) {
  const enter = event.code === 'Enter' || event.code === 'NumpadEnter'
  const lines = event.target instanceof HTMLTextAreaElement && !event.ctrlKey
  if (event.repeat && enter && !lines) stop(event)
}

/**
 * The second click of a double click may hit a window that the first has opened, what was under the closed window, or the action
 * already done.
 */
function stopStrayClick(event: MouseEvent) {
  const hit = event.target instanceof Element ? event.target : null
  const layer = hit?.closest('[role=dialog]') ?? null
  if (event.detail > 1 && (layer !== began || hit?.closest(ACTION_CONTROLS))) stop(event)
  else began = layer
}

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
