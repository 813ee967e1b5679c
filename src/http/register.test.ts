import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { allCalls } from '#contract/calls.ts'
import { writerOf } from './register.ts'

test('the shape of every answer compiles, and writes no field that it does not declare', async () => {
  const app = Fastify()
  const shaped = allCalls.filter(({ call }) => typeof call.result !== 'string')
  app.get('/', (_request, reply) => shaped.map(({ call }) => typeof writerOf(call, reply)))
  const answer = await app.inject('/')
  assert.deepEqual(new Set(answer.json<string[]>()), new Set(['function']))
  assert.equal(answer.json<string[]>().length, shaped.length)
  await app.close()
})
