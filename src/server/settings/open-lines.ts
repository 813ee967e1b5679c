import * as z from 'zod/mini'

const LINES = ['database', 'peers'] as const
type Line = (typeof LINES)[number]

/** `TLS_WAIVED`: lines to other machines that somebody answers for, as a network of their own. */
export const waivedLines = z.pipe(
  z._default(
    z
      .string()
      .check(
        z.regex(
          /^((database|peers)(,(database|peers))?)?$/,
          'нужно database, peers или оба через запятую',
        ),
      ),
    '',
  ),
  z.transform((text: string): readonly Line[] =>
    LINES.filter((line) => text.split(',').includes(line)),
  ),
)

interface Lines {
  readonly databaseUrl: string
  readonly ownerUrl: string | undefined
  readonly peerUrl: string | undefined
  readonly waived: readonly Line[]
}

/** Passwords, passports and device tokens go over these lines: to another machine only over verified TLS, or expressly without. */
export function openLineProblems({ databaseUrl, ownerUrl, peerUrl, waived }: Lines): string[] {
  const problems: string[] = []
  const why = 'или ответьте за эту сеть сами'
  for (const [name, url] of [
    ['DATABASE_URL', databaseUrl],
    ['DATABASE_OWNER_URL', ownerUrl],
  ] as const)
    if (url && !waived.includes('database') && isRemoteDatabase(url) && !isVerified(url))
      problems.push(
        `${name}: база на другой машине, добавьте ?sslmode=verify-full, ${why}: TLS_WAIVED=database`,
      )
  if (!waived.includes('peers') && peerUrl?.startsWith('http:') && !isLoopback(new URL(peerUrl)))
    problems.push(`PEER_URL: между машинами нужен https, ${why}: TLS_WAIVED=peers`)
  return problems
}

/** `?host=` outweighs the host of the address, and a path is a socket of this machine. */
function isRemoteDatabase(text: string): boolean {
  const url = new URL(text)
  const host = url.searchParams.get('host')
  if (host?.startsWith('/')) return false
  return !isLoopback(host === null ? url : new URL(`http://${host}`))
}

// With `uselibpqcompat` the mode `require` encrypts for whoever answers.
function isVerified(text: string): boolean {
  const { searchParams } = new URL(text)
  const mode = searchParams.get('sslmode') ?? ''
  const isCompatible = searchParams.get('uselibpqcompat') === 'true'
  return (isCompatible ? ['verify-full'] : ['require', 'verify-ca', 'verify-full']).includes(mode)
}

const isLoopback = ({ hostname }: URL) =>
  hostname === '' ||
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname)
