import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { routableTags } from '../core/module-tags.ts'
import { deviceCode } from '../device/reading.ts'
import * as s from '../core/shapes.ts'

/** What an address of the route table is worth, from the server's configuration to the answer of the agent. */
export const routeOutcomes = {
  ok: 'Агент отвечает и принимает ключ',
  'not-allowed': 'Адреса больше нет в списке разрешённых: браузеры обращаются к серверу',
  'no-agent': 'У компании нет агента: ключа не будет, браузеры обращаются к серверу',
  'many-agents': 'У компании несколько агентов, а адрес один: ключа не будет',
  refused: 'Агент не принял ключ: он подключён к другому серверу или его часы неверны',
  certificate: 'Сервер не доверяет сертификату адреса. Браузеры постов судят о нём сами',
  silent: 'Сервер не видит этот адрес. Если он есть только в сети площадки, это не ошибка',
  other: 'По этому адресу отвечает не агент',
} as const
const outcomes = Object.keys(routeOutcomes) as (keyof typeof routeOutcomes)[]

/** What one post gave when it was asked the same way as its screen asks. */
export const postOutcomes = {
  ok: 'отвечает',
  silent: 'устройство не отвечает',
  absent: 'агент такого поста не знает',
  failed: 'ответа нет',
} as const
const atPost = Object.keys(postOutcomes) as (keyof typeof postOutcomes)[]

export const routeCheck = {
  checkRoutes: call({
    method: 'POST',
    path: '/api/v1/company/superCheckRoutes',
    access: 'super',
    action: 'company.manage',
    summary: 'Asks each address of the route table, and through it each post, as a screen would',
    body: z.strictObject({ id: s.id('company') }),
    result: z.strictObject({
      /** Origins that the server's configuration allows. */
      allowed: s.list(s.displayText(300), 100),
      routes: s.list(
        z.strictObject({
          tag: z.enum(routableTags),
          url: s.displayText(300),
          outcome: z.enum(outcomes),
          site: z.nullable(s.displayText(100)),
          agent_online: z.nullable(z.boolean()),
          posts: s.list(z.strictObject({ number: deviceCode, outcome: z.enum(atPost) }), 99),
        }),
        routableTags.length,
      ),
    }),
  }),
}
