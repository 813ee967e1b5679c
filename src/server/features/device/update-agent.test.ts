import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { device } from '#contract/device/device.ts'
import type { AskUpdate } from '#contract/device/release/agent-update.ts'
import { releaseFile } from '#contract/device/release/release-statement.ts'
import { makeRelease, PLATFORM, releaseKey } from '#test/site/agent-release.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { openWorld, type World } from '#test/support/world.ts'

const key = releaseKey()
let world: World
let yard: FakeYard
let folder: string
before(async () => {
  world = await openWorld()
  yard = await connectYard(world, world.own)
  folder = world.services.config.agentReleasesDir
  mkdirSync(folder, { recursive: true })
})
after(async () => {
  await yard.disconnect()
  await world.close()
})

async function post(name: string, payload: object, token?: string) {
  const authorization = `Bearer ${token ?? (await yard.token())}`
  const url = `/api/v1/agent/${name}`
  return world.app.inject({ method: 'POST', url, payload, headers: { authorization } })
}

const told = (more: Partial<AskUpdate> = {}): AskUpdate => ({
  version: '0.1.0',
  platform: PLATFORM,
  state: 'none',
  about: null,
  detail: '',
  ...more,
})

function place(version: string, platform = PLATFORM, min_server = '0.1.0') {
  const release = makeRelease(key, 'a program', { version, platform, min_server })
  const file = path.join(folder, releaseFile(version, platform))
  writeFileSync(file, release.archive)
  writeFileSync(`${file}.json`, JSON.stringify(release.offer))
  return release
}

/** The version that is offered; null for none. */
async function offeredTo(more: Partial<AskUpdate> = {}): Promise<string | null> {
  const { offer } = (await post('askUpdate', told(more))).json()
  return offer === null ? null : JSON.parse(offer.statement).version
}

test('the newest release for the agent and this server is offered, nothing else of the folder', async () => {
  assert.equal(await offeredTo(), null)
  place('0.1.0')
  place('0.2.0')
  place('0.10.0')
  place('0.11.0', 'win32-arm64')
  place('0.12.0', PLATFORM, '99.0.0')
  writeFileSync(path.join(folder, `${releaseFile('0.13.0', PLATFORM)}.json`), 'no statement')
  assert.equal(await offeredTo(), '0.10.0')
  assert.equal(await offeredTo({ version: '0.10.0' }), null)
  assert.equal(await offeredTo({ platform: 'linux-arm' }), null)
})

test('an archive is read from any place on and ends with nothing', async () => {
  const { archive } = place('0.2.0')
  const at = (offset: number) => ({ version: '0.2.0', platform: PLATFORM, offset })
  const read = async (offset: number) =>
    Buffer.from((await post('getUpdatePart', at(offset))).json().bytes, 'base64url')
  assert.deepEqual(await read(0), Buffer.from(archive))
  assert.deepEqual(await read(100), Buffer.from(archive.subarray(100)))
  assert.equal((await read(archive.length)).length, 0)
  rmSync(path.join(folder, releaseFile('0.2.0', PLATFORM)))
  assert.equal((await post('getUpdatePart', at(0))).statusCode, 404)
  const outside = { ...at(0), platform: '../../secret' }
  assert.equal((await post('getUpdatePart', outside)).statusCode, 400)
})

test('how an update stands is on the page of the site, and in the journal once', async () => {
  const states = [
    told({ state: 'downloading', about: '0.10.0' }),
    told({ state: 'refused', detail: 'Нет места на диске' }),
  ]
  for (const body of [...states, states[1]!]) await post('askUpdate', body)
  const shown = await world.own.manager.api.send(device.superGetYard, {
    query: { companyId: world.own.id },
  })
  const site = shown.sites.find(({ id }) => id === world.own.siteId)
  assert.deepEqual(site!.agent!.update, {
    state: 'refused',
    release: null,
    detail: 'Нет места на диске',
  })
  const events = await world.own.db.q
    .selectFrom('audit_event')
    .where('company_id', '=', world.own.id)
    .where('action', 'like', 'agent.update-%')
    .select('action')
    .execute()
  assert.deepEqual(events.map(({ action }) => action).toSorted(), [
    'agent.update-downloading',
    'agent.update-refused',
  ])
})

test('nobody but an agent asks for releases', async () => {
  for (const token of ['', world.own.manager.api.token!, world.supervisor.api.token!])
    for (const [name, body] of [
      ['askUpdate', told()],
      ['getUpdatePart', { version: '0.10.0', platform: PLATFORM, offset: 0 }],
    ] as const)
      assert.equal((await post(name, body, token)).statusCode, 401, name)
})
