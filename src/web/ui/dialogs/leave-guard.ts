/** What was changed on a page and not saved yet. */
export interface UnsavedForm {
  /** True when nothing is left to save. */
  save: () => Promise<boolean>
  /** True while the saved form goes on to the next screen by itself. */
  passing: () => boolean
}

/** Places with changes hold the page; signing out lets it go without asking again. */
const holding = new Set<UnsavedForm>()
let isReleased = false

/** Counts one changed place; the returned function takes it back. */
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

/** One after the other up to the first that is refused: there the user stays, at its fields. */
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
