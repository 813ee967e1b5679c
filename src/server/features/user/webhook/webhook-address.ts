import { refuse } from '#http/refusal.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/handle.ts'
import { hostOf } from '../../../outbound/open-connection.ts'
import { isListed, kindOfHost } from '../../../outbound/outside-address.ts'
import { readSealed, sealOf } from './webhook-secret.ts'

/** The address as it will be called, or refuses `webhook.bad-url`; its name is resolved and checked at each delivery. */
export function assertAddress(config: Config, text: string): string {
  const problem = addressProblem(config, text)
  if (problem !== undefined) refuse('webhook.bad-url', { fields: { url: problem } })
  return new URL(text).href
}

/** Stands for what follows `?` wherever an address is shown: programs put keys there. */
export const HIDDEN_QUERY = '?…'

/** An address as it is stored: what follows the path is sealed. */
export function addressColumns(db: Db, id: string, address: string) {
  const url = new URL(address)
  const query = url.search
  url.search = ''
  return { url: url.href, sealed_query: query === '' ? null : sealOf(db, id, 'query', query) }
}

/** The address that is called; undefined where its sealed part cannot be read. */
export function wholeAddress(
  db: Db,
  id: string,
  { url, sealed_query }: { readonly url: string; readonly sealed_query: Buffer | null },
): string | undefined {
  if (sealed_query === null) return url
  const query = readSealed(db, id, 'query', sealed_query)
  return query === undefined ? undefined : url + query
}

/** Why no POST goes to an address that a stranger named. */
export function addressProblem(
  { loopbackWebhooks: allowLoopback, outboundHosts }: Config,
  text: string,
): string | undefined {
  if (!URL.canParse(text)) return 'Нужен адрес вида https://сервер/путь'
  const url = new URL(text)
  if (url.search === encodeURI(HIDDEN_QUERY))
    return 'Часть адреса после ? скрыта: введите адрес целиком'
  const kind = kindOfHost(hostOf(url))
  const isOwn = allowLoopback && kind === 'loopback'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn))
    return 'Адрес должен начинаться с https://'
  if (url.username !== '' || url.password !== '')
    return 'Логин и пароль в адресе не нужны: уберите их'
  if (url.hash !== '') return 'Уберите часть адреса после #'
  if (!isListed(outboundHosts, hostOf(url)))
    return 'Этого сервера нет в списке разрешённых: его дополняет администратор сервера'
  return isOwn || kind === 'outside'
    ? undefined
    : 'Этот адрес ведёт во внутреннюю сеть: нужен сервер, доступный из интернета'
}
