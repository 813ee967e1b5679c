import * as z from 'zod/mini'
import { text } from './shapes.ts'

const HOST = /^([\w-]+(\.[\w-]+)*\.?|\[?[\da-f]*:[\da-f:.]+\]?)$/i
const HOST_HINT = 'Адрес вида 192.168.1.20 или имя латиницей, без пробелов'
const FOREIGN = 'Адрес не из сети площадки: подходят 10.…, 172.16–172.31.… и 192.168.…'

/** Where a device of the yard is reached; a name is judged by the agent once more when it is resolved (devices.md 3.10). */
export const yardHost = (most = 253) =>
  text(most).check(
    z.refine((host) => host === '' || HOST.test(host), HOST_HINT),
    z.refine((host) => !HOST.test(host) || isOfYard(host), FOREIGN),
  )

/** The same of an address with a scheme: the hint names the one that is wanted. */
export const yardUrl = (scheme: RegExp, hint: string) =>
  z.string().check(
    z.maxLength(500),
    z.regex(scheme, hint),
    z.refine((url) => isOfYard(/^\w+:\/\/([^/:?#]*)/.exec(url)?.[1] ?? ''), FOREIGN),
  )

/** A bad address must stop at its field: an agent takes a configuration whole or not at all. */
function isOfYard(host: string): boolean {
  if (!/^[\d.]+$/.test(host)) return true
  const parts = host.split('.').map(Number)
  const [first, second] = parts as [number, number]
  if (parts.length !== 4 || parts.some((part) => part > 255)) return false
  const private172 = first === 172 && second >= 16 && second <= 31
  return first === 10 || first === 127 || private172 || (first === 192 && second === 168)
}
