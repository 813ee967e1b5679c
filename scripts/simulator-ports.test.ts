import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { lastingPort } from './ports.ts'
import { simulatorPorts } from './simulator-ports.ts'

test('forty products that start at once choose no port twice, and keep theirs', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'priyomka-ports-'))
  t.after(() => rm(folder, { recursive: true }))
  const dirs = await Promise.all(
    Array.from({ length: 40 }, (_, n) => mkdtemp(path.join(folder, `${n}-`))),
  )
  const choose = () => Promise.all(dirs.map((dir, n) => simulatorPorts(dir, 8080 + n)))
  const chosen = await choose()
  const all = chosen.flatMap((ports) => Object.values(ports))
  assert.equal(new Set(all).size, all.length)
  assert.deepEqual(await choose(), chosen)
})

test('a product whose ports are taken does not use those of another product', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'priyomka-ports-'))
  t.after(() => rm(folder, { recursive: true }))
  const near = 8200
  const first = Math.min(...Object.values(await simulatorPorts(folder, near)))
  const block = first - (first % 16)
  const held = Array.from({ length: 16 }, (_, n) =>
    net.createServer().listen(block + n, '127.0.0.1'),
  )
  // A port that another program holds is held as well.
  await Promise.all(held.map((server) => once(server, 'listening').catch(() => undefined)))
  t.after(() => held.forEach((server) => server.close()))
  const dirs = await Promise.all([1, 2].map((n) => mkdtemp(path.join(folder, `${n}-`))))
  const chosen = await Promise.all(dirs.map((dir, n) => simulatorPorts(dir, near + n)))
  const all = chosen.flatMap((ports) => Object.values(ports))
  assert.equal(new Set(all).size, all.length)
})

test('a product whose own port is in the range of yards does not give it to its yard', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'priyomka-ports-'))
  t.after(() => rm(folder, { recursive: true }))
  // The block of this port begins with the port itself.
  assert.ok(!Object.values(await simulatorPorts(folder, 12_000)).includes(12_000))
})

test('no product gets the port that browsers and fetch refuse', async () => {
  // 10080 is the first port of the sixth block.
  assert.notEqual(await lastingPort(5, []), 10_080)
  await assert.rejects(fetch('http://127.0.0.1:10080'), ({ cause }: Error) =>
    /bad port/.test(String(cause)),
  )
})
