import { BlockList, isIPv6 } from 'node:net'

/** Whether an address is one of these addresses and networks, `185.71.76.0/27`. */
export function isAddressOf(places: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const text of places) {
    const [address = '', bits] = text.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}
