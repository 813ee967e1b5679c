import assert from 'node:assert/strict'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Call } from '#contract/core/call.ts'
import { jobSpecs } from '#server/routes.ts'
import { csv, DIRTY_CSV, useOldBase } from '#test/builders/old-base.ts'
import { agentToken, enrolAgent, type EnrolledAgent } from '#test/site/fake-yard.ts'
import { apiOf } from '#test/support/api.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { changedTables, openLedger, type Digest, type Ledger } from './digest.ts'
import { samplesOf, type Input, type Sample } from './samples/samples.ts'
import { phoneKeyOf } from './people-stock.ts'
import { fillStock, type Stock } from './stock.ts'
import { wire } from './wire.ts'

/** Two stocked companies and the hand that sends to them. */
export interface Ground {
  readonly world: World
  readonly own: Stock
  readonly other: Stock
  readonly samples: readonly Sample[]
  readonly ledger: Ledger
  send(call: Call, input: Input, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** A request that is put together by hand, in the name of who may send the call. */
  sendRaw(call: Call, request: InjectOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

const OWN_MARK = 'Ромашкин'
/** Marks every text of the other company: a leak shows in any answer. */
export const FOREIGN_MARK = 'Лютиков'

export async function openGround(): Promise<Ground> {
  const world = await openWorld({ config: { legacy: new Map([csv('dirty', DIRTY_CSV)]) } })
  await useOldBase(world, world.own, 'dirty')
  // The queues exist, as in a running server, but have no workers: only requests may change rows here.
  const idle = jobSpecs(world.services).map(({ name }) => ({
    name,
    handler: async () => undefined,
  }))
  await world.services.jobs.start(idle)
  const own = await fillStock(world.own, OWN_MARK)
  const other = await fillStock(world.other, FOREIGN_MARK)
  const yard = await enrolAgent(world, world.own)
  const ledger = await openLedger(world.services.config.ownerUrl!)
  return {
    world,
    ledger,
    own,
    other,
    samples: samplesOf(own),
    send: async (call, input, headers) =>
      (await senderOf(world, yard, call)).raw(wire(call, input, headers)),
    sendRaw: async (call, request) => (await senderOf(world, yard, call)).raw(request),
    async close() {
      await ledger.close()
      await world.close()
    },
  }
}

/** The caller of a call: SUPERVISOR, one without a session, an agent, or the manager, who holds every right of a company. */
async function senderOf(world: World, yard: EnrolledAgent, call: Call) {
  if (call.access === 'super') return world.supervisor.api
  if (call.access === 'agent') return apiOf(world.app, await agentToken(yard))
  if (call.access === 'phone') return apiOf(world.app, phoneKeyOf(OWN_MARK))
  return call.access === 'all' ? world.nobody : world.own.manager.api
}

/** What the refusals of a call may write all the same: guesses are counted and reported (security.md 4.3, 4.5). */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  'auth.login': ['audit_event', 'audit_head', 'login_attempt'],
  'auth.linkAccount': ['audit_event', 'audit_head', 'login_attempt'],
  // A challenge is used up and a try is counted, whatever the key was worth.
  'auth.beginPasskeySignIn': ['login_attempt'],
  'auth.addPasskey': ['passkey_challenge'],
  'auth.loginByPasskey': ['audit_event', 'audit_head', 'login_attempt', 'passkey_challenge'],
  'auth.changePassword': ['login_attempt'],
  'auth.beginTotp': ['login_attempt'],
  'auth.confirmTotp': ['audit_event', 'audit_head', 'login_attempt'],
  'auth.renewRecoveryCodes': ['login_attempt'],
  'auth.endTotp': ['login_attempt'],
  'auth.updatePasswordWithTempLink': ['login_attempt'],
  'user.checkPCode': ['audit_event', 'audit_head', 'login_attempt', 'notice'],
  // A challenge is used up here, too.
  'user.answerApprovalAsk': [
    'audit_event',
    'audit_head',
    'login_attempt',
    'notice',
    'passkey_challenge',
  ],
  'user.updateInfo': ['login_attempt'],
  'user.create': ['login_attempt'],
  'user.superUpdate': ['login_attempt'],
  'agent.enrol': ['login_attempt'],
  'phone.open': ['login_attempt'],
  // A browser that its service no longer knows is forgotten.
  'user.testPush': ['login_attempt', 'push_browser'],
  // What the bank answered to a check is kept, good or bad (domain.md 3.2).
  'company.setBankConfigStatus': ['audit_event', 'audit_head', 'bank_config'],
}

/** The tables that a refusal must not have touched and did. */
export async function touchedSince(
  ground: Ground,
  before: Digest,
  key: string,
  also: string[] = [],
) {
  const allowed = new Set([...(COUNTED[key] ?? []), ...also])
  const changed = changedTables(before, await ground.ledger.read())
  return changed.filter((table) => !allowed.has(table))
}

/** Runs work that must leave every table as it was. */
export async function changingNothing(ground: Ground, told: string, work: () => Promise<void>) {
  const before = await ground.ledger.read()
  await work()
  const after = await ground.ledger.read()
  assert.deepEqual(changedTables(before, after), [], `${told} changed what it was refused`)
}

/**
 * Tells in turn of each bad request whether it is sent: one of so many, so that each place is asked with some of them and each of them
 * at many places. A prime, since the lists of values have lengths of their own.
 */
export function takingOneOf(oneOf: number): () => boolean {
  let turn = 0
  return () => turn++ % oneOf === 0
}

/** A request as the message of a failure shows it. */
export function tell({ key }: { key: string }, what: unknown): string {
  return `${key} ${JSON.stringify(what)?.slice(0, 700)}`
}

/** Collects what fails instead of stopping at the first, so that one run shows every hole. */
export function gathering() {
  const found: string[] = []
  return {
    found,
    async check(work: () => Promise<void> | void) {
      try {
        await work()
      } catch (error) {
        const { message, cause } = error as Error
        found.push([message, (cause as Error | undefined)?.message].join(' ').slice(0, 2000))
      }
    },
    /** Fails with the first of them; a broken rule of one shape shows at many places. */
    end() {
      assert.equal(found.length, 0, `${found.length} holes:\n${found.slice(0, 15).join('\n\n')}`)
    },
  }
}
