/** Moves the focus of the station, whose fields have names of their own; what is typed next replaces what stands in the field. */
export function focusOn(id: string) {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}
