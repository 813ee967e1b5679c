/** Unsaved changes of a page. */
export interface UnsavedForm {
  /** True when nothing is left to save. */
  save: () => Promise<boolean>
  /** True while the saved form itself navigates to the next screen. */
  passing: () => boolean
}

/** Unsaved changes block leaving the page; signing out leaves without asking again. */
const holding = new Set<UnsavedForm>()
let isReleased = false

/** Registers one form with changes; the returned function removes it. */
export function hold(place: UnsavedForm): () => void {
  holding.add(place)
  return () => {
    holding.delete(place)
  }
}

/** From here on the page may be left: the user has decided already. */
export function letGo() {
  isReleased = true
}

export const hasUnsaved = () => listUnsaved().length > 0

/** Everything that would be lost by leaving now, in the order in which it was changed. */
export function listUnsaved(): UnsavedForm[] {
  return isReleased ? [] : [...holding].filter(({ passing }) => !passing())
}

/** Saves one after the other up to the first that is refused: the user stays there, at its fields. */
export async function saveAll(): Promise<boolean> {
  for (const place of listUnsaved()) if (!(await place.save())) return false
  return true
}

/** Closing the tab asks in the browser's own words. */
export function watchUnload() {
  addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault()
  })
}
