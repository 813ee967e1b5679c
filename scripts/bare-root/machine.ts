import { existsSync, globSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Where this machine gets Debian's packages from; without an address debootstrap has its own. */
export interface Mirrors {
  readonly main?: string
  readonly security?: string
}

/** The first addresses in the words of apt's source lists, of both of their forms. */
export function mirrorsOf(sources: string): Mirrors {
  const lines = sources.split('\n').filter((line) => !line.trimStart().startsWith('#'))
  const addresses = lines.flatMap((line) => {
    const found = /^(?:URIs:|deb\s+(?:\[[^\]]*\]\s+)?)\s*(\S+)/.exec(line.trim())
    return found ? [found[1]!] : []
  })
  const isSecurity = (address: string) => /security/.test(address)
  const main = addresses.find((address) => /debian\/?$/.test(address) && !isSecurity(address))
  const security = addresses.find(isSecurity)
  return { ...(main && { main }), ...(security && { security }) }
}

/** apt's source lists of a suite, as a fresh installation has them. */
export function sourceList(suite: string, { main, security }: Mirrors): string {
  return [
    ...(main ? [`deb ${main} ${suite} main`, `deb ${main} ${suite}-updates main`] : []),
    ...(security ? [`deb ${security} ${suite}-security main`] : []),
    '',
  ].join('\n')
}

export function readMirrors(): Mirrors {
  const files = globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}')
  return mirrorsOf(files.map((file) => readFileSync(file, 'utf8')).join('\n'))
}

/**
 * Files that say how this machine reaches its registries, by their place in the root. The certificates of a company's proxy
 * are added to the root's own.
 */
export function networkFiles(): [from: string, to: string][] {
  const settings = globSync('/etc/apt/apt.conf.d/*').filter((file) =>
    // Only what concerns the way to the packages: the rest would make the root less bare.
    /^\s*Acquire::(?:\w+::Proxy|https?|Check)/im.test(readFileSync(file, 'utf8')),
  )
  const same = [
    ...settings,
    ...globSync('/etc/apt/auth.conf.d/*'),
    ...globSync('/usr/local/share/ca-certificates/**/*.crt'),
    '/etc/resolv.conf',
    '/etc/hosts',
  ]
  const npm = ['/usr/etc/npmrc', '/usr/local/etc/npmrc', '/etc/npmrc'].find((file) =>
    existsSync(file),
  )
  return [
    ...same.filter((file) => existsSync(file)).map((file) => [file, file] as [string, string]),
    ...(npm ? [[npm, '/usr/local/etc/npmrc'] as [string, string]] : []),
  ]
}

/** The settings of npm of the person who runs this, for each user of the root. */
export function ownNpmrc(): string | undefined {
  const file = path.join(os.homedir(), '.npmrc')
  return existsSync(file) ? file : undefined
}

const PASSED =
  /^(?:(?:https?|no|all)_proxy|npm_config_(?:registry|proxy|https_proxy|noproxy|cafile|strict_ssl)|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/i

/** What of this environment a command in the root needs to reach the registries. */
export function networkEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => PASSED.test(entry[0]) && Boolean(entry[1]),
    ),
  )
}
