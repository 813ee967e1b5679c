/** Specification 9: the session token lies in local storage under `jwt`, and nothing else lies there. */
const KEY = 'jwt'

export const readToken = (): string | null => localStorage.getItem(KEY)
export const storeToken = (token: string) => localStorage.setItem(KEY, token)
export const dropToken = () => localStorage.removeItem(KEY)

/** Another tab changed the token; `null` = it signed out. */
export function onTokenElsewhere(react: (token: string | null) => void) {
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) react(localStorage.getItem(KEY))
  })
}

/** The user id in a token; undefined when it is unreadable. */
export function subject(token: string): string | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { sub?: string }).sub
  } catch {
    return undefined
  }
}
