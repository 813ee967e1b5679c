import { refuse } from '#http/refusal.ts'

/** For whom keys are made (WebAuthn, 4): a host name, and the one origin at which browsers may use them. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

// A parsed address has its IPv4 in digits and its IPv6 in brackets, however they were written.
const IP = /^(?:[\d.]+|\[.+\])$/
const LOOPBACK = /^(?:127(?:\.\d+){3}|\[::1\])$/

/**
 * The party of an installation by its configured address; nothing of a request has a say. Undefined where keys cannot work: a key
 * belongs to a name, never to an IP address, and browsers use it over https alone. This machine is the exception of the standard: there
 * `localhost` is a name and needs no https, so the demo at 127.0.0.1 has keys at `localhost`.
 */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const url = new URL(publicUrl)
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost'
  const { hostname, protocol, origin } = url
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal) return undefined
  if (IP.test(hostname)) return undefined
  return { id: hostname, origin }
}

/** The same for calls that need it; refuses `passkey.no-host`. */
export function requireParty(publicUrl: string): RelyingParty {
  return relyingParty(publicUrl) ?? refuse('passkey.no-host')
}
