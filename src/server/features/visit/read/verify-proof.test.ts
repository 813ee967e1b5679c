import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { CallResult } from '#contract/core/call.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld, PATIENT_WITH_CAMERAS } from '#test/support/world.ts'

type Proof = CallResult<typeof visitCalls.getProofFile>

const PROGRAM = path.resolve('scripts/verify-proof.mjs')
const world = await openWorld({ config: { deadlines: PATIENT_WITH_CAMERAS } })
const { own, other } = world
const { api } = own.operator
const yard = await connectYard(world, own)
const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-proof-'))
after(async () => {
  await yard.disconnect()
  await world.close()
  await rm(dir, { recursive: true })
})

const visit = await truckHands(own, yard).captureIn(12_480)
const id = visit.weighings[0]!.id
const proof = await api.send(visitCalls.getProofFile, { query: { id } })

/** What the program says of a file, in a folder where nothing of the product lies. */
async function verify(file: Proof, ...more: string[]) {
  const name = path.join(dir, 'proof.json')
  await writeFile(name, JSON.stringify(file))
  const done = spawnSync(process.execPath, [PROGRAM, name, ...more], { cwd: dir, encoding: 'utf8' })
  return { code: done.status, said: done.stdout + done.stderr }
}
const statementOf = ({ seal }: Proof) =>
  JSON.parse(Buffer.from(seal.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
/** The statement changed and everything else left as it was. */
function resealed(change: (statement: { reading: Record<string, unknown> }) => void): Proof {
  const statement = statementOf(proof) as { reading: Record<string, unknown> }
  change(statement)
  const [head, , signature] = proof.seal.split('.')
  const body = Buffer.from(JSON.stringify(statement)).toString('base64url')
  return { ...proof, seal: [head, body, signature].join('.') }
}

test('a weighing is proven from its file alone, frame and pictures with it', async () => {
  const { code, said } = await verify(proof)
  assert.equal(code, 0, said)
  assert.match(said, /подпись компьютера весов на показании, кадре и всех признаках/)
  assert.match(said, /кадр весов ff01c2ff/)
  assert.equal(said.match(/верно {3}снимок/g)?.length, visit.weighings[0]!.photos.length)
  const { agent_key } = statementOf(proof) as { agent_key: string }
  const keys = await world.app.inject({ url: '/.well-known/jwks.json' })
  const { x } = keys.json<{ keys: { x: string }[] }>().keys[0]!
  assert.equal((await verify(proof, '--server-key', x, '--agent-key', agent_key)).code, 0)
  assert.equal((await verify(proof, '--agent-key', x)).code, 1)
})

test('whatever is changed in the file is found', async () => {
  const [file] = Object.keys(proof.photos)
  const spoilt: [Proof, RegExp][] = [
    [resealed(({ reading }) => void (reading['raw'] = '53542c47')), /НЕВЕРНО печать сервера/],
    [resealed(({ reading }) => void (reading['raw'] = '53542c47')), /НЕВЕРНО подпись компьютера/],
    [resealed(({ reading }) => void (reading['zero'] = true)), /НЕВЕРНО подпись компьютера/],
    [resealed(({ reading }) => void (reading['weight_g'] = 99_000_000)), /записан тот вес/],
    [{ ...proof, photos: { ...proof.photos, [file!]: 'AAAA' } }, /НЕВЕРНО снимок/],
    [{ ...proof, photos: { ...proof.photos, other: 'AAAA' } }, /описанием не назван/],
    [{ ...proof, server_key: 'A'.repeat(43) }, /НЕВЕРНО печать сервера/],
  ]
  for (const [one, words] of spoilt) {
    const { code, said } = await verify(one)
    assert.equal(code, 1, said)
    assert.match(said, words)
  }
})

test('a key that begins with a hyphen is a key; anything else unknown is answered with the usage', async () => {
  const hyphen = `-${'A'.repeat(42)}`
  for (const flag of ['--server-key', '--agent-key']) {
    const { code, said } = await verify(proof, flag, hyphen)
    assert.equal(code, 1, said)
    assert.match(said, /Расхождений: 1/)
  }
  for (const more of ['--key', 'second.json', '--server-key']) {
    const { code, said } = await verify(proof, more)
    assert.equal(code, 2, said)
    assert.match(said, /Назовите файл/)
  }
})

test('the program has no line of the product in it', async () => {
  const text = await readFile(PROGRAM, 'utf8')
  const imports = [...text.matchAll(/^import .* from '(.*)'$/gm)].map(([, from]) => from)
  assert.ok(
    imports.length > 0 && imports.every((from) => from!.startsWith('node:')),
    imports.join(),
  )
})

test('a weighing of another company has no file', async () => {
  const refusal = await other.operator.api.refused(visitCalls.getProofFile, { query: { id } })
  assert.equal(refusal.code, 'common.not-found')
})
