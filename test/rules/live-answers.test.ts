import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '#contract/calls.ts'
import type { CallSpec } from '#contract/core/call.ts'

/** Reading calls whose stored answer no change makes old, with the reason; files and streams are never stored. */
const WITHOUT_ABOUT: Readonly<Record<string, string>> = {
  'audit.verifyChain': 'a proof of its moment',
  'user.superGetRoles': 'the same for every release',
  'modules.superGetAll': 'the same for every release',
  'bank.getProviders': 'the same for every release',
  'user.generatePCode': 'a proposal of its moment',
  'user.getHistory': 'read when it is opened',
  'price.getBody': 'a sheet to be printed now',
  'act.getBody': 'a sheet to be printed now',
  'act.getOwnershipBody': 'a sheet to be printed now',
  'payment.getOrder': 'a sheet to be printed now',
  'payment.getRegistryBody': 'a sheet to be printed now',
  'company.findParty': 'what another service says at that moment',
  'report.preview': 'figures of the moment that was asked for',
  'report.getDocument': 'a sheet to be printed now',
  'report.getTypes': 'read when the page is opened',
  'payment.getSbpBanks': 'a directory that is read again once a day',
  'weight.get': 'polled',
  'carnumber.get': 'polled',
  'camera.getScreenshot': 'polled',
  'phone.getState': 'polled',
  'utils.getQrCode': 'the same for the same question',
}

test('every reading call names the entities whose change makes its answer old', () => {
  const reading = Object.entries(calls).flatMap(([group, list]) =>
    Object.entries(list as Record<string, CallSpec>)
      .filter(
        ([, { method, result }]) => method === 'GET' && result !== 'blob' && result !== 'stream',
      )
      .map(([name, { about }]) => [`${group}.${name}`, about] as const),
  )
  assert.ok(reading.length > 40, `${reading.length} calls`)
  assert.deepEqual(
    reading.filter(([key, about]) => !about?.length && !(key in WITHOUT_ABOUT)).map(([key]) => key),
    [],
    'Name them in `about` of its declaration, or give the reason in WITHOUT_ABOUT',
  )
})
