import { refuse } from '#http/refusal.ts'
import type { Config } from '../../../config.ts'
import { hostOf } from '../../../outbound/open-connection.ts'
import { kindOfHost } from '../../../outbound/outside-address.ts'

/** The address as it will be called, or refuses `webhook.bad-url`; its name is resolved and checked at each delivery. */
export function assertAddress(config: Config, text: string): string {
  const problem = addressProblem(config, text)
  if (problem !== undefined) refuse('webhook.bad-url', { fields: { url: problem } })
  return new URL(text).href
}

/** Why no POST goes to an address that a stranger named. */
export function addressProblem(
  { loopbackWebhooks: allowLoopback }: Config,
  text: string,
): string | undefined {
  if (!URL.canParse(text)) return 'Нужен адрес вида https://сервер/путь'
  const url = new URL(text)
  const kind = kindOfHost(hostOf(url))
  const isOwn = allowLoopback && kind === 'loopback'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn))
    return 'Адрес должен начинаться с https://'
  if (url.username !== '' || url.password !== '')
    return 'Логин и пароль в адресе не нужны: уберите их'
  if (url.hash !== '') return 'Уберите часть адреса после #'
  return isOwn || kind === 'outside'
    ? undefined
    : 'Этот адрес ведёт во внутреннюю сеть: нужен сервер, доступный из интернета'
}
