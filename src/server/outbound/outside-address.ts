import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Why an address of a stranger is not called. */
export type AddressRefusal = 'dns' | 'inside' | 'unlisted'

/** The addresses of a name; throws when it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>

// Special-purpose blocks of IANA: this machine, private networks, the provider's own, link-local with the clouds' metadata,
// documentation, benchmarks, multicast and what is reserved.
const INSIDE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
// Only 2000::/3 is unicast of the internet. In it: protocol assignments with Teredo, documentation, and 6to4, which leads to
// any IPv4 address. What maps IPv4 (::ffff:0:0/96, 64:ff9b::/96) is outside of it.
const OUTSIDE_IPV6 = '2000::/3'
const INSIDE_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const inside = blocksOf([...INSIDE_IPV4, ...INSIDE_IPV6])
const outside = blocksOf([OUTSIDE_IPV6])
const loopback = blocksOf(['127.0.0.0/8', '::1/128'])

/** Whether an address is of the internet: nothing of this machine, of its network or of its cloud answers there. */
function isOutside(address: string): boolean {
  if (!isIPv6(address)) return isIP(address) === 4 && !inside.check(address, 'ipv4')
  return outside.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** RFC 6761: these names are this machine, whatever a server of names says. */
function isLocalName(host: string): boolean {
  return /^(?:.*\.)?localhost\.?$/i.test(host)
}

/** What a host is before it is asked for: a name without a dot can only be one of the own network. */
export function kindOfHost(host: string): 'loopback' | 'inside' | 'outside' {
  if (isLoopback(host) || isLocalName(host)) return 'loopback'
  const fits = isIP(host) === 0 ? host.includes('.') : isOutside(host)
  return fits ? 'outside' : 'inside'
}

/** Whether the installation lets this host be called: `*.example.ru` stands for every name below it; without a list all may. */
export function isListed(hosts: readonly string[] | undefined, host: string): boolean {
  if (hosts === undefined) return true
  const name = host.toLowerCase().replace(/\.$/, '')
  return hosts.some((one) => (one.startsWith('*.') ? name.endsWith(one.slice(1)) : name === one))
}

/**
 * The address to connect to for a host that a stranger named, or why none: every address of its name has to be of the internet,
 * since the owner of the name chooses among them. `allowLoopback` is for the demo, whose receiver runs on this machine.
 */
export async function outsideAddress(
  host: string,
  { allowLoopback, resolve }: { allowLoopback: boolean; resolve: Resolve },
): Promise<{ readonly address: string } | { readonly refused: AddressRefusal }> {
  const addresses = await addressesOf(host, resolve)
  const [address] = addresses
  if (address === undefined) return { refused: 'dns' }
  const fits = (one: string) => isOutside(one) || (allowLoopback && isLoopback(one))
  return addresses.every(fits) ? { address } : { refused: 'inside' }
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  if (isLocalName(host)) return ['127.0.0.1']
  return resolve(host).catch(() => [])
}

const DNS_MS = 2000

/**
 * Asks the servers of names directly: the system's own look-up holds a thread that files need too, for as long as a stranger's
 * server of names stays silent. IPv6 only where there is no IPv4, which reaches everywhere.
 */
export async function resolveName(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 })
  const found = await resolver.resolve4(name).catch(() => [])
  return found.length > 0 ? found : resolver.resolve6(name)
}

function blocksOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}
