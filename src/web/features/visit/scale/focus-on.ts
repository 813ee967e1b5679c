/** Moves the focus of the station, whose fields have names of their own. */
export function focusOn(id: string) {
  document.getElementById(id)?.focus()
}
