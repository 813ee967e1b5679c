import type { partyRegistry } from '#contract/company/party-registry.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { resolveName } from '../../../outbound/outside-address.ts'
import { postOutside, type PostAnswer } from '../../../outbound/post-outside.ts'
import type { RegistrySettings } from '../../../settings/registry-settings.ts'
import { readParty, type PartyAnswer } from './read-party.ts'

type Found = Answer<typeof partyRegistry.findParty>

/** company/findParty: what the form of a firm offers to fill in; it stores nothing and decides nothing. */
export async function findParty(
  db: Db,
  { query }: CallInput<typeof partyRegistry.findParty>,
): Promise<Found> {
  const { registry, deadlines } = db.services.config
  const nothing = { has_registry: registry !== undefined, party: null, said: null, warning: null }
  if (query.inn === undefined) return nothing
  if (!registry) return { ...nothing, said: 'Реестр не подключён. Впишите реквизиты сами' }
  return { ...nothing, ...(await askRegistry(registry, query.inn, deadlines.registryMs)) }
}

// A firm with its founders and licences is some tens of kilobytes; head office and branches are asked for no more than ten.
const MOST_BYTES = 512 * 1024
const MOST_RECORDS = 10

/** One question to the registry that the server's configuration names, in the form of DaData's `findById/party`. */
async function askRegistry(
  { url, key }: RegistrySettings,
  inn: string,
  deadlineMs: number,
): Promise<PartyAnswer> {
  const answer = await postOutside(url, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Token ${key}`,
    },
    body: JSON.stringify({ query: inn, count: MOST_RECORDS }),
    deadlineMs,
    maxAnswer: MOST_BYTES,
    // The address is the administrator's, who may lead it through a program of the same machine.
    allowLoopback: true,
    resolve: resolveName,
    // The setting is the list.
    hosts: undefined,
  })
  const failed = failureOf(answer)
  if (failed !== undefined) return { said: `${failed}. Впишите реквизиты сами` }
  return readParty(bodyOf(answer), inn)
}

function failureOf(answer: PostAnswer): string | undefined {
  if ('failed' in answer)
    return answer.failed === 'timeout' ? 'Реестр не ответил вовремя' : 'Нет связи с реестром'
  if (answer.status === 401 || answer.status === 403)
    return 'Реестр не принял ключ или на сегодня исчерпан его предел'
  if (answer.status === 429 || answer.status >= 500) return 'Реестр занят'
  return answer.status === 200 ? undefined : 'Реестр отказал'
}

/** An answer that is cut at the bound is no JSON any more. */
function bodyOf(answer: PostAnswer): unknown {
  try {
    return JSON.parse('text' in answer ? answer.text : '')
  } catch {
    return undefined
  }
}
