import * as z from 'zod/mini'
import type { LegacySource } from './legacy-settings.ts'

const LINES = ['database', 'peers', 'legacy', 'metrics'] as const
type Line = (typeof LINES)[number]

/** `TLS_WAIVED`: lines to other machines that somebody answers for, as a network of their own. */
export const waivedLines = z.pipe(
  z._default(z.string(), ''),
  z.pipe(
    z.transform((text: string) => text.split(/[\s,]+/).filter((one) => one !== '')),
    z.array(z.enum(LINES, `нужны слова ${LINES.join(', ')} через запятую`)),
  ),
)

interface Lines {
  readonly DATABASE_URL: string
  readonly DATABASE_OWNER_URL?: string | undefined
  readonly DATABASE_STANDBY_URL?: string | undefined
  readonly PEER_URL?: string | undefined
  readonly NPD_CHECK_URL?: string | undefined
  readonly TLS_WAIVED: readonly Line[]
}

const WHY = 'или ответьте за эту сеть сами'

/** Passwords, passports and device tokens go over these lines: to another machine only over verified TLS, or expressly without. */
export function openLineProblems(
  lines: Lines,
  legacy: ReadonlyMap<string, LegacySource>,
  metricsHost: string | undefined,
): string[] {
  const { PEER_URL: peerUrl, NPD_CHECK_URL: npdUrl, TLS_WAIVED: waived } = lines
  const problems: string[] = []
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_STANDBY_URL'] as const) {
    const url = lines[name]
    if (url && !waived.includes('database') && isRemoteDatabase(url) && !isVerified(url))
      problems.push(
        `${name}: база на другой машине, добавьте ?sslmode=verify-full, ${WHY}: TLS_WAIVED=database`,
      )
  }
  if (!waived.includes('peers') && isOpenHttp(peerUrl))
    problems.push(`PEER_URL: между машинами нужен https, ${WHY}: TLS_WAIVED=peers`)
  if (isOpenHttp(npdUrl)) problems.push('NPD_CHECK_URL: нужен https, кроме этого компьютера')
  for (const { name, url } of waived.includes('legacy') ? [] : legacy.values())
    if (isRemoteDatabase(url) && !isVerified(url))
      problems.push(
        `LEGACY_${name.toUpperCase()}_URL: старая база на другой машине, добавьте ${mendOf(url)}, ${WHY}: TLS_WAIVED=legacy`,
      )
  if (metricsHost && !waived.includes('metrics') && !isLoopback({ hostname: metricsHost }))
    problems.push(
      `METRICS_HOST: показатели ушли бы без TLS, читайте их через свой прокси, ${WHY}: TLS_WAIVED=metrics`,
    )
  return problems
}

const isOpenHttp = (url: string | undefined) =>
  url !== undefined && url.startsWith('http:') && !isLoopback(new URL(url))

const mendOf = (url: string) =>
  /^(mysql|mariadb):/.test(url) ? '?ssl={"verifyIdentity":true}' : '?sslmode=verify-full'

/** `?host=` outweighs the host of the address, and a path is a socket of this machine. */
function isRemoteDatabase(text: string): boolean {
  const url = new URL(text)
  if (url.protocol === 'file:') return false
  const host = url.searchParams.get('host')
  if (host?.startsWith('/')) return false
  return !isLoopback(host === null ? url : new URL(`http://${host}`))
}

// With `uselibpqcompat` the mode `require` encrypts for whoever answers.
function isVerified(text: string): boolean {
  const { protocol, searchParams } = new URL(text)
  if (/^(mysql|mariadb):/.test(protocol)) return isVerifiedMysql(searchParams.get('ssl'))
  const mode = searchParams.get('sslmode') ?? ''
  const isCompatible = searchParams.get('uselibpqcompat') === 'true'
  return (isCompatible ? ['verify-full'] : ['require', 'verify-ca', 'verify-full']).includes(mode)
}

/** Without `verifyIdentity` the client takes the certificate of any host. */
function isVerifiedMysql(ssl: string | null): boolean {
  try {
    const given = JSON.parse(ssl ?? '{}') as {
      verifyIdentity?: unknown
      rejectUnauthorized?: unknown
    }
    return given.verifyIdentity === true && given.rejectUnauthorized !== false
  } catch {
    return false
  }
}

const isLoopback = ({ hostname }: { readonly hostname: string }) =>
  hostname === '' ||
  hostname === 'localhost' ||
  hostname === '::1' ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname)
