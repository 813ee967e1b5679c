import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import * as z from 'zod/mini'
import type { CallSpec } from '#contract/core/call.ts'
import { allCalls } from '#contract/calls.ts'
import { writerOf } from './register.ts'

test('the shape of every answer compiles', async () => {
  const app = Fastify()
  const shaped = allCalls.filter(({ call }) => typeof call.result !== 'string')
  app.get('/', (_request, reply) => shaped.map(({ call }) => typeof writerOf(call, reply)))
  const answer = await app.inject('/')
  assert.deepEqual(new Set(answer.json<string[]>()), new Set(['function']))
  assert.equal(answer.json<string[]>().length, shaped.length)
  await app.close()
})

test('a field that the shape does not declare is not written', async () => {
  const app = Fastify()
  const call = { result: z.strictObject({ id: z.string() }) } as unknown as CallSpec
  app.get('/', (_request, reply) => writerOf(call, reply)({ id: 'one', password: 'secret' }))
  const answer = await app.inject('/')
  assert.equal(answer.body, '{"id":"one"}')
  await app.close()
})
