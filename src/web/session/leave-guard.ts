/** Forms with changes hold the page; signing out lets it go without asking again. */
let holding = 0
let released = false

/** Counts one changed form; the returned function takes it back. */
export function hold(): () => void {
  holding += 1
  return () => {
    holding -= 1
  }
}

/** From here on the page may be left: the user has decided already. */
export function letGo() {
  released = true
}

export const held = () => holding > 0 && !released

addEventListener('beforeunload', (event) => {
  if (held()) event.preventDefault()
})
