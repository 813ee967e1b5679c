import { isIP, connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

// A machine that serves others answers a handshake at once or not at all.
const CONNECT_MS = 5000

/** A certificate and its key, both PEM. */
export interface ClientCertificate {
  readonly cert: string
  readonly key: string
}

interface ConnectHow {
  readonly certificate?: ClientCertificate | undefined
  /** The address that the name was resolved to and that was checked: the name is not resolved a second time. */
  readonly address?: string
}

/**
 * A connection to the server of this URL, ready for its first byte: the name is resolved, the socket is connected and over
 * https the server has proven its identity. A failure here has sent nothing of the request, since it is not written before.
 */
export function openConnection(
  url: URL,
  signal: AbortSignal,
  { certificate, address }: ConnectHow = {},
): Promise<Socket> {
  const isSecure = url.protocol === 'https:'
  const host = hostOf(url)
  const tcp = connectTcp({ host: address ?? host, port: portOf(url, isSecure), noDelay: true })
  const name = isIP(host) ? {} : { servername: host }
  // Said here, since the environment could otherwise switch the check of certificates off.
  const proven = { rejectUnauthorized: true, ...name, ...certificate }
  const socket = isSecure ? connectTls({ socket: tcp, host, ...proven }) : tcp
  return new Promise((resolve, reject) => {
    const end = (error: Error) => {
      settle()
      tcp.destroy()
      // A failure after the end has no listener any more.
      for (const each of [tcp, socket]) each.on('error', () => undefined)
      reject(error)
    }
    const onTimeout = () => end(failure('CONNECT_TIMEOUT'))
    const onClose = () => end(failure('ECONNRESET'))
    const onConnect = () => {
      settle()
      resolve(socket)
    }
    const timer = setTimeout(onTimeout, CONNECT_MS)
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onTimeout)
      socket
        .off('error', end)
        .off('close', onClose)
        .off(isSecure ? 'secureConnect' : 'connect', onConnect)
      tcp.off('error', end)
    }
    signal.addEventListener('abort', onTimeout)
    socket
      .on('error', end)
      .on('close', onClose)
      .on(isSecure ? 'secureConnect' : 'connect', onConnect)
    if (isSecure) tcp.on('error', end)
  })
}

/** The name or address of a URL; an IPv6 address is in brackets there. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

function portOf(url: URL, isSecure: boolean): number {
  return Number(url.port) || (isSecure ? 443 : 80)
}

const failure = (code: string) => Object.assign(new Error(code), { code })
