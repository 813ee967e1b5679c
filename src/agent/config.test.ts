import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { originOf, readSettings } from './config.ts'

describe('the settings of the agent', () => {
  test('only the origin of the server address counts', () => {
    const settings = readSettings({ SERVER_URL: 'https://yard.example/path?x=1', AGENT_DIR: '/a' })
    assert.equal(settings.serverUrl?.href, 'https://yard.example/')
    assert.equal(settings.clockFactor, 1)
    assert.equal(settings.allowLoopback, false)
  })

  test('plain http is accepted on this machine only', () => {
    assert.equal(originOf('http://127.0.0.1:3000').port, '3000')
    assert.throws(() => originOf('http://yard.example'), /нужен https/)
    assert.throws(() => originOf('http://127.0.0.1.example'), /нужен https/)
  })

  test('a faster clock is refused without permission for loopback', () => {
    assert.throws(() => readSettings({ AGENT_CLOCK_FACTOR: '10' }), /AGENT_ALLOW_LOOPBACK/)
    const played = readSettings({ AGENT_CLOCK_FACTOR: '10', AGENT_ALLOW_LOOPBACK: '1' })
    assert.equal(played.clockFactor, 10)
  })

  test('every wrong variable is named at once', () => {
    const wrong = {
      SERVER_URL: 'yard',
      AGENT_CLOCK_FACTOR: '99',
      AGENT_ENROL_CODE: 'abc',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    }
    assert.throws(
      () => readSettings(wrong),
      (error: Error) => Object.keys(wrong).every((name) => error.message.includes(name)),
    )
  })

  test('an empty variable counts as not set', () => {
    assert.equal(readSettings({ SERVER_URL: '' }).serverUrl, null)
  })
})
