import { detectedScales } from '#contract/device/scale-detection.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { detectScale } from '#agent/scales/detect-scale.ts'
import { openTransport } from '#agent/scales/transports/open-transport.ts'
import { detectionChoices, scales } from '#contract/device/scale-connection.ts'
import { FORMAT_NAMES, yardFormats, type FormatName } from '#simulators/yard/scale/formats.ts'
import { startYard } from '#simulators/yard/yard.ts'
import { wireFormats } from './scale-formats.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

/** A layout that is typed in cannot be found, only captured. */
const NAMES = FORMAT_NAMES.filter((name) => {
  const { driver } = yardFormats[name]!.setUp
  return scales.some((one) => one.code === driver && detectionChoices(one).length > 0)
})
/** Three posts at a time. */
const GROUPS = Array.from({ length: Math.ceil(NAMES.length / 3) }, (_, i) =>
  [0, 1, 2].map((n) => NAMES[Math.min(3 * i + n, NAMES.length - 1)]!),
)

describe('detection', { concurrency: true }, () => {
  for (const formats of GROUPS)
    test(`finds ${formats.join(', ')} by listening and harmless questions`, async () => {
      const yard = await startYard({ scaleFormats: formats })
      try {
        await Promise.all(formats.map((name, i) => detects(name, yard.ports.posts[i]!.port)))
      } finally {
        await yard.close()
      }
    })

  test('a noisy and a silent line give no candidate, and the line is closed', async () => {
    for (const talk of [true, false]) {
      let open = 0
      const server = createServer((socket) => {
        open++
        socket.resume()
        const timer = setInterval(() => talk && socket.write(Buffer.alloc(40, 0x5a)), 50)
        socket.on('error', () => socket.destroy())
        socket.on('close', () => {
          clearInterval(timer)
          open--
          server.close()
        })
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const closed = once(server, 'close')
      const found = await detect((server.address() as AddressInfo).port)
      assert.deepEqual(found.candidates, [])
      assert.equal(found.bytes > 0, talk)
      await closed
      assert.equal(open, 0)
    }
  })
})

async function detects(name: FormatName, port: number): Promise<void> {
  const startedAt = performance.now()
  const { candidates } = detectedScales.parse(await detect(port))
  assertWithin(performance.now() - startedAt, 9000, `detection of ${name}`)
  const { driver, settings } = wireFormats.find((format) => format.name === name)!
  const found = candidates.find(
    (one) =>
      one.driver === driver &&
      Object.entries(settings).every(
        ([key, value]) => (one.settings as Record<string, unknown>)[key] === value,
      ),
  )
  assert.ok(found, `${name}: ${JSON.stringify(candidates)}`)
  assert.equal(found.grams, 0)
  assert.ok(found.good > found.bad)
}

function detect(port: number) {
  const transport = { type: 'tcp', host: '127.0.0.1', port } as const
  const { signal } = new AbortController()
  return detectScale((signal) => openTransport(transport, true, signal), signal)
}
