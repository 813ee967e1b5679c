/** What tries are counted by: an IPv4 address, or the /64 that one subscriber of IPv6 gets (security.md 4.3). */
export function addressBlock(ip: string | undefined): string {
  if (!ip) return '-'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const missing = ip.includes('::') ? Math.max(8 - first.length - last.length, 0) : 0
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
