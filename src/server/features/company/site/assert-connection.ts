import { relayChannels } from '#contract/device/relay.ts'

export type Connection = Record<string, unknown>

const FOREIGN = 'Адрес не из сети площадки: подходят 10.…, 172.16–172.31.… и 192.168.…'
/** Private networks, and this machine for a simulator; the agent knows whether that is allowed. */
const YARD = /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\./

/** Settings of a connection that its agent would refuse at any site, a sentence a field (devices.md 3.10, 8). */
export function connectionProblems(connection: Connection): Record<string, string> {
  const problems: Record<string, string> = {}
  const { transport, host, url } = connection as {
    transport?: { host?: string }
    host?: string
    url?: string
  }
  if (isForeign(transport?.host)) problems['transport.host'] = FOREIGN
  if (isForeign(host)) problems['host'] = FOREIGN
  if (isForeign(/^\w+:\/\/([^/:?#]*)/.exec(url ?? '')?.[1])) problems['url'] = FOREIGN
  // Two channels of one output would switch each other: the lamp would open the barrier.
  for (const [i, channel] of relayChannels.entries()) {
    const output = connection[channel]
    const taken = relayChannels.slice(0, i).some((other) => connection[other] === output)
    if (output !== undefined && taken) problems[channel] = 'Этот выход уже занят другим каналом'
  }
  return problems
}

/** A literal address outside; a name is checked by the agent when it is resolved. */
function isForeign(host: string | undefined): boolean {
  if (host === undefined || !/^[\d.]+$/.test(host)) return false
  const whole = /^\d{1,3}(\.\d{1,3}){3}$/.test(host) && host.split('.').every((part) => +part < 256)
  return !whole || !YARD.test(host)
}
