/** What this tab holds: the secret of the link and the key that it made for itself. */
export interface Secrets {
  readonly token: string
  readonly key: string
}

const PLACE = 'priyomka.phone'

/**
 * The link's secret stands in the fragment, which no server sees; it is taken out of the address at once. Both are kept for
 * this tab: a telephone short of memory loads the page anew after its camera.
 */
export function takeSecrets(): Secrets | undefined {
  const token = location.hash.slice(1)
  const stored = storedSecrets()
  if (!token) return stored
  history.replaceState(null, '', location.pathname)
  const secrets = stored?.token === token ? stored : { token, key: makeKey() }
  sessionStorage.setItem(PLACE, JSON.stringify(secrets))
  return secrets
}

export function forgetSecrets() {
  sessionStorage.removeItem(PLACE)
}

function storedSecrets(): Secrets | undefined {
  const text = sessionStorage.getItem(PLACE)
  return text === null ? undefined : (JSON.parse(text) as Secrets)
}

/** 256 bits as base64url. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const text = btoa(String.fromCodePoint(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
