import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { Refusal } from '#http/refusal.ts'
import { digestResponse, readChallenge } from './digest.ts'
import { snapshotCamera } from './snapshot.ts'

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])
const closing: (() => void)[] = []
after(() => closing.forEach((close) => close()))

describe('a snapshot camera', () => {
  test('two calls within 300 ms share one request', async () => {
    let requests = 0
    const camera = await cameraOf((_request, response) => {
      requests++
      response.end(JPEG)
    })
    const [a, b] = await Promise.all([camera.photo(), camera.photo()])
    assert.deepEqual(Buffer.from(a.jpeg), JPEG)
    assert.equal(a, b)
    assert.equal(requests, 1)
  })

  test('digest is negotiated once, then its nonce is reused with a growing counter', async () => {
    const counters: number[] = []
    let challenges = 0
    const camera = await cameraOf((request, response) => {
      const given = credentials(request)
      if (given) {
        counters.push(Number.parseInt(given.nc!, 16))
        return void response.end(JPEG)
      }
      challenges++
      response.writeHead(401, { 'www-authenticate': CHALLENGE }).end()
    })
    await camera.photo()
    await new Promise((resolve) => setTimeout(resolve, 320))
    await camera.photo()
    assert.deepEqual(counters, [1, 2])
    assert.equal(challenges, 1)
  })

  test('a stale nonce is replaced and the picture asked for again', async () => {
    const seen: string[] = []
    const camera = await cameraOf((request, response) => {
      const given = credentials(request)
      const old = given?.nonce === 'first' && seen.length > 1
      if (given && !old) {
        seen.push(given.nonce!)
        return void response.end(JPEG)
      }
      const fresh = given ? CHALLENGE.replace('first', 'second') + ', stale=true' : CHALLENGE
      seen.push(given ? 'stale' : 'none')
      response.writeHead(401, { 'www-authenticate': fresh }).end()
    })
    await camera.photo()
    await new Promise((resolve) => setTimeout(resolve, 320))
    await camera.photo()
    assert.deepEqual(seen, ['none', 'first', 'stale', 'second'])
  })

  test('a second 401 is a wrong password', async () => {
    let requests = 0
    const camera = await cameraOf((_request, response) => {
      requests++
      response.writeHead(401, { 'www-authenticate': CHALLENGE }).end()
    })
    await refused(camera.photo(), 'Камера не приняла пароль')
    assert.equal(requests, 2)
    // Past the time in which two calls share one picture.
    await new Promise((resolve) => setTimeout(resolve, 320))
    await refused(camera.photo(), 'Камера не приняла пароль')
    assert.equal(requests, 2, 'a camera that is asked on closes the account')
  })

  test('a password never leaves by Basic over plain http', async () => {
    const headers: (string | undefined)[] = []
    const camera = await cameraOf((request, response) => {
      headers.push(request.headers.authorization)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="camera"' }).end()
    })
    await refused(camera.photo(), 'Камера не приняла пароль')
    assert.deepEqual(headers, [undefined])
  })

  test('a redirect is not followed', async () => {
    let hits = 0
    const canary = await listen((_request, response) => {
      hits++
      response.end(JPEG)
    })
    const camera = await cameraOf((_request, response) => {
      response.writeHead(302, { location: canary }).end()
    })
    await refused(camera.photo(), 'Камера прислала не изображение')
    assert.equal(hits, 0)
  })

  test('a body that is shorter than was promised is a picture when it is whole, and none when it is cut', async () => {
    const promising = (body: Buffer) =>
      cameraOf((_request, response) => {
        response.writeHead(200, { 'content-length': body.length + 40 })
        response.write(body, () => response.destroy())
      })
    const { jpeg } = await (await promising(JPEG)).photo()
    assert.deepEqual(Buffer.from(jpeg), JPEG)
    await refused((await promising(JPEG.subarray(0, 7))).photo(), 'Камера прислала не изображение')
  })

  test('a camera that answers 500 is asked once more, and not a third time', async () => {
    const counts: number[] = []
    for (const failures of [1, 5]) {
      let requests = 0
      const camera = await cameraOf((_request, response) => {
        if (++requests <= failures) response.writeHead(500).end()
        else response.end(JPEG)
      })
      const taken = await camera.photo().catch(() => undefined)
      assert.equal(taken !== undefined, failures === 1)
      counts.push(requests)
    }
    assert.deepEqual(counts, [2, 2])
  })

  for (const [name, body] of [
    ['six megabytes', Buffer.concat([JPEG, Buffer.alloc(6 * 1024 * 1024)])],
    ['a page instead of a picture', Buffer.from('<html>Login</html>')],
    ['half a picture', JPEG.subarray(0, 6)],
    ['nothing', Buffer.alloc(0)],
  ] as const)
    test(`${name}: refused as no picture`, async () => {
      const camera = await cameraOf((_request, response) => void response.end(body))
      await refused(camera.photo(), 'Камера прислала не изображение')
    })

  test('a camera that is switched off does not answer', async () => {
    const camera = snapshotCamera({ url: 'http://127.0.0.1:9/picture' }, true)
    await refused(camera.photo(), 'Камера не отвечает')
  })

  test('no connection is made to an address outside the yard or to a loopback that is not allowed', async () => {
    for (const url of ['http://8.8.8.8/picture', 'http://169.254.169.254/', 'http://[::1]/a'])
      await refused(snapshotCamera({ url }, false).photo(), /Камера не отвечает|не из сети/)
    let hits = 0
    const local = await listen((_request, response) => {
      hits++
      response.end(JPEG)
    })
    const named = local.replace('127.0.0.1', 'localhost')
    for (const url of [local, named])
      await refused(snapshotCamera({ url }, false).photo(), /Камера не отвечает|не из сети/)
    assert.equal(hits, 0)
  })
})

const CHALLENGE = 'Digest realm="yard", qop="auth", nonce="first", algorithm=SHA-256'

/** The fields of a right answer for user `u`, password `p`. */
function credentials(request: IncomingMessage): Record<string, string> | undefined {
  const header = request.headers.authorization
  if (!header) return undefined
  const fields = Object.fromEntries(
    [...header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map((m) => [m[1]!, m[2] ?? m[3]!]),
  )
  const challenge = readChallenge([CHALLENGE.replace('first', fields['nonce']!)])!
  const response = digestResponse(challenge, {
    user: 'u',
    password: 'p',
    method: request.method!,
    uri: request.url!,
    nc: Number.parseInt(fields['nc']!, 16),
    cnonce: fields['cnonce']!,
  })
  return fields['response'] === response ? fields : undefined
}

async function cameraOf(listener: RequestListener) {
  return snapshotCamera({ url: await listen(listener), user: 'u', password: 'p' }, true)
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/cgi-bin/snapshot.cgi?channel=1`
}

async function refused(photo: Promise<unknown>, message: string | RegExp): Promise<void> {
  await assert.rejects(photo, (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.code, 'device.offline')
    assert.match(error.message, typeof message === 'string' ? new RegExp(message) : message)
    return true
  })
}
