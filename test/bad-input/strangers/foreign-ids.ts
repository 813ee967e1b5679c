import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'
import type { RefusedAnswer } from '#test/support/api.ts'
import { approve } from '#test/support/approve.ts'
import { addPerson } from '#test/support/world.ts'
import { entityAt, placesOf, type Place } from '../places.ts'
import type { Input, Sample } from '../samples/samples.ts'
import { rowOf, type Stock } from '../stock.ts'
import { FOREIGN_MARK, openGround } from '../walk.ts'

export type Name = keyof Stock
export type Path = Place['path']

/** Two stocked companies, and what the people of one may ask about ids of the other. */
export async function openStrangers() {
  const ground = await openGround()
  const { own, other, world } = ground
  // Confirms what the manager does.
  const boss = await addPerson(world.app, world.services, own.company.id, 'boss', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])
  const names = new Map(Object.entries(own).map(([name, { id }]) => [id, name as Name]))
  const foreignIds = Object.entries(other)
    .filter(([name]) => name !== 'bank')
    .map(([, { id }]) => id)
  return {
    ground,
    /**
     * Calls of a company's people: to SUPERVISOR no company is foreign, and callers without a session have none. The ids that a PIN
     * is requested for are only bound to the approval: the call that uses it checks them.
     */
    samples: ground.samples.filter(
      ({ key, call }) =>
        !['super', 'all', 'agent', 'phone'].includes(call.access) &&
        call.result !== 'stream' &&
        key !== 'user.checkPCode',
    ),
    names,
    idsOf: (sample: Sample) => idsOf(sample, names),
    /** Behind a PIN the handler goes on: its request is confirmed, so that the ids are really checked. */
    async sendConfirmed(sample: Sample, input: Input) {
      const answer = await ground.send(sample.call, input)
      const refused = answer.statusCode === 403 ? answer.json<RefusedAnswer>() : undefined
      if (refused?.code !== 'approval.required') return { answer, confirmed: false }
      const token = await approve(world.own.manager, refused, boss)
      const headers = { 'x-approval-token': token }
      return { answer: await ground.send(sample.call, input, headers), confirmed: true }
    },
    assertShowsNothing(plain: string, told: string): void {
      assert.ok(
        !plain.includes(FOREIGN_MARK),
        `a foreign name shows: ${told} ${plain.slice(0, 500)}`,
      )
      for (const id of foreignIds) assert.ok(!plain.includes(id), `a foreign id shows: ${told}`)
    },
  }
}

/** Where a request names a row, or may name one: the ids that it holds, and the places that it leaves out. */
function idsOf(sample: Sample, names: ReadonlyMap<string, Name>): { path: Path; name: Name }[] {
  const held = [...uuidsIn(sample.input)].flatMap(([path, id]) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ path, name }]
  })
  const left = placesOf(sample).flatMap((place) => {
    const entity = place.value === undefined ? entityAt(place) : undefined
    // The catalogue of rights is one for all companies.
    if (!entity || entity === 'action') return []
    assert.ok(entity in rowOf, `${sample.key} names a ${entity}, and the stock has none`)
    return [{ path: place.path, name: rowOf[entity as keyof typeof rowOf] as Name }]
  })
  return [...held, ...left].filter(
    ({ path }) => !MADE_BY_CLIENT.has(`${sample.key} ${path.join('.')}`),
  )
}

// A new row is named by its maker: there is nothing to be found under the id.
const MADE_BY_CLIENT: ReadonlySet<string> = new Set(['payment.createTest body.id'])

export function* uuidsIn(node: unknown, path: Path = []): Generator<[Path, string]> {
  if (typeof node === 'string') yield [path, node]
  if (node === null || typeof node !== 'object') return
  for (const [key, value] of Object.entries(node))
    yield* uuidsIn(value, [...path, Array.isArray(node) ? Number(key) : key])
}

// Successful with ids that mean nothing to them: own sessions alone are looked for, states are only read.
export const HARMLESS: ReadonlySet<string> = new Set(['auth.endSessions', 'payment.getStatuses'])
/** Each row of a list is independent: the call is answered, the row is refused. */
export function refusesRow(answer: LightMyRequestResponse): boolean {
  const row = firstRow(answer)
  return row?.code !== undefined || row?.outcome === 'refused'
}

interface Row {
  readonly code?: string
  readonly outcome?: string
}

export function firstRow(answer: LightMyRequestResponse): Row | undefined {
  return answer.body.startsWith('[') ? answer.json<Row[]>()[0] : undefined
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g

export function plainOf(answer: LightMyRequestResponse, id: string): string {
  const text = answer.body.replaceAll(id, '<id>').replaceAll(INSTANT, '<instant>')
  return `${answer.statusCode} ${text}`
}
