import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import { decrypt, makeReceiver } from '#test/failures/push-service.ts'
import { encryptPush, isPointOfCurve } from './encrypt-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of RFC 8291 comes out byte for byte, and its receiver reads it', async () => {
  const own = createECDH('prime256v1')
  own.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const target = {
    endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const text = 'When I grow up, I want to be a watermelon'
  const chance = { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), own }
  const sent = encryptPush(text, target, chance)
  assert.equal(
    sent.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  const browser = {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    point: bytes(target.p256dh),
    auth: bytes(target.auth),
  }
  assert.equal(await decrypt(sent, browser), text)
})

test('each message has a salt and a key of its own; what is too long for one record is refused', async () => {
  const { keys, open } = makeReceiver()
  const target = { endpoint: 'https://push.example.net/1', ...keys }
  const [first, second] = [encryptPush('Выплата', target), encryptPush('Выплата', target)]
  assert.notDeepEqual(first.subarray(0, 86), second.subarray(0, 86))
  assert.deepEqual([await open(first), await open(second)], ['Выплата', 'Выплата'])
  assert.equal(await open(encryptPush('x'.repeat(4079), target)), 'x'.repeat(4079))
  assert.throws(() => encryptPush('x'.repeat(4080), target), /too long/)
})

test('a point beside the curve and a compressed one are no keys', () => {
  const { keys } = makeReceiver()
  assert.ok(isPointOfCurve(keys.p256dh))
  const bent = bytes(keys.p256dh)
  bent[64]! ^= 1
  assert.ok(!isPointOfCurve(bent.toString('base64url')))
  assert.ok(!isPointOfCurve(Buffer.alloc(65, 4).toString('base64url')))
  assert.ok(!isPointOfCurve(bent.subarray(0, 33).toString('base64url')))
})
