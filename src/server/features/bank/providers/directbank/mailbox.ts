import { callBank, type BankReply } from './exchange-call.ts'
import { readPack } from './read-pack.ts'
import { inSession, type SessionAccess } from './session.ts'
import type { Element } from './xml.ts'

/** Of one visit to the mailbox: the rest waits for the next. */
const MOST_PACKS = 30
// An agreement that was never read may have years of packs; what concerns us is younger than a day.
const FIRST_VISIT_MS = 86_400_000

/** Reads the packs that the bank has put out since the last visit; undefined when the list was read, else what came instead. */
export async function readMailbox(
  access: SessionAccess,
  until: AbortSignal,
): Promise<Exclude<BankReply, { success: unknown }> | undefined> {
  const { exchange } = access
  const since = (await exchange.packsUntil()) ?? firstMoment()
  const list = await inSession(access, until, (sid) =>
    callBank(access, 'GetPackList', {
      headers: { sid },
      query: { date: askedMoment(since) },
      until,
    }),
  )
  if (!('success' in list)) return list
  const { success } = list
  if (success.name !== 'GetPacketListResponse')
    return { instead: { outcome: 'ambiguous', payouts: [], errorCode: 'broken' } }
  const fresh = await exchange.newPacks(idsOf(success))
  for (const id of fresh.slice(0, MOST_PACKS)) {
    const failed = await takePack(access, until, id)
    if (failed) return failed
  }
  const moment = success.attributes['TimeStampLastPacket']
  if (fresh.length <= MOST_PACKS && moment !== undefined && MOMENT.test(moment))
    await exchange.storePacksUntil(moment.slice(0, 19))
  return undefined
}

function idsOf(list: Element): string[] {
  return list.children
    .filter(({ name }) => name === 'PacketID')
    .map(({ text }) => text.trim())
    .filter((id) => /^[\x21-\x7e]{1,100}$/.test(id))
}

async function takePack(access: SessionAccess, until: AbortSignal, id: string) {
  const reply = await inSession(access, until, (sid) =>
    callBank(access, 'GetPack', { headers: { sid }, query: { id }, until }),
  )
  if ('instead' in reply) {
    // A pack that is no document would be fetched for ever.
    if (reply.instead.errorCode !== 'broken') return reply
    await access.exchange.storePack(unread(id, 'the answer is no document'))
    return undefined
  }
  if ('error' in reply) {
    // «Транспортный контейнер не найден»: the list told of it, but it is gone.
    if (reply.error.code !== '2102') return reply
    await access.exchange.storePack(unread(id, reply.error.words || 'not found'))
    return undefined
  }
  await access.exchange.storePack(
    reply.success.name === 'GetPacketResponse'
      ? readPack(id, reply.success)
      : unread(id, 'not a pack'),
  )
  return undefined
}

function unread(id: string, problem: string) {
  return { id, notices: [], statements: [], problem: problem.slice(0, 200) }
}

const OVERLAP_MS = 60_000
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/

/**
 * `dd.MM.yyyy HH:mm:ss` by the bank's own clock: what it said itself is written back in the form that it asks for, a minute earlier, for a
 * pack may be put out with an earlier moment than one that was there before it. A pack is read once all the same.
 */
function askedMoment(moment: string): string {
  const earlier = new Date(Date.parse(`${moment}Z`) - OVERLAP_MS).toISOString()
  const [, year, month, day, time] = MOMENT.exec(earlier)!
  return `${day}.${month}.${year} ${time}`
}

function firstMoment(): string {
  return `${new Date(Date.now() - FIRST_VISIT_MS).toISOString().slice(0, 10)}T00:00:00`
}
