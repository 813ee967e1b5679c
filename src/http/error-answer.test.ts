import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { answerError } from './error-answer.ts'

const app = Fastify()
app.setErrorHandler(answerError)
let thrown = new Error()
app.get('/', () => {
  throw thrown
})
after(() => app.close())

async function statusOf(message: string, code?: string): Promise<number> {
  thrown = Object.assign(new Error(message), code && { code })
  return (await app.inject('/')).statusCode
}

test('every kind of unavailable database is answered with a request to repeat', async () => {
  // As PostgreSQL, the driver, its pool, Node's sockets and the resolver tell of it.
  const states = ['08006', '57P01', '57P02', '57P03', '57P05', '57014', '25P03', '25006']
  const full = ['53100', '53200', '53300', '58030']
  for (const code of [...states, ...full, '40001', '40P01', '55P03'])
    assert.equal(await statusOf('said by the database', code), 503, code)
  const sockets = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT']
  const paths = ['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_STREAM_DESTROYED']
  for (const code of [...sockets, ...paths])
    assert.equal(await statusOf('told by the system', code), 503, code)
  for (const words of [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
  ])
    assert.equal(await statusOf(words), 503, words)
})

test('an internal error is answered as one, whatever code it has', async () => {
  for (const code of [
    '22P02',
    '23514',
    '42703',
    'XX000',
    'ERR_INVALID_ARG_TYPE',
    'constructor',
    undefined,
  ])
    assert.equal(await statusOf('a bug', code), 500, String(code))
})
