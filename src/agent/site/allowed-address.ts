import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { refuse } from '#http/refusal.ts'

// devices.md 3.10: devices are in the site's own network.
const yard = new BlockList()
yard.addSubnet('10.0.0.0', 8)
yard.addSubnet('172.16.0.0', 12)
yard.addSubnet('192.168.0.0', 16)
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Connection options that let a socket reach private addresses only, and loopback where it is allowed. */
export interface AllowedAddress {
  host: string
  lookup: LookupFunction
}

/** Checks a literal at once and a name after it was resolved, so that a name cannot lead elsewhere. */
export function allowedAddress(host: string, allowLoopback: boolean): AllowedAddress {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) && !isAllowed(bare, allowLoopback)) refuseAddress(host)
  return {
    host: bare,
    lookup: (name, options, done) => {
      resolve(name, { ...options, all: false }, (error, address, family) => {
        if (error) return done(error, '', 4)
        const text = String(address)
        if (!isAllowed(text, allowLoopback))
          return done(new Error(`Address ${text} is outside the yard network`), '', 4)
        return options.all ? done(null, [{ address: text, family }]) : done(null, text, family)
      })
    },
  }
}

export function isAllowed(address: string, allowLoopback: boolean): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return yard.check(address, family) || (allowLoopback && loopback.check(address, family))
}

function refuseAddress(host: string): never {
  refuse('device.offline', { message: `Адрес ${host} не из сети площадки` })
}
