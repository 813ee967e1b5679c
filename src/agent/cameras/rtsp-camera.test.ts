import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#http/refusal.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { jpegCutter, rtspCamera } from './rtsp-camera.ts'
import { until } from '#test/support/until.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

let yard: Yard
const closing: (() => Promise<void>)[] = []
before(async () => {
  yard = await startYard()
})
after(async () => {
  for (const close of closing) await close()
  await yard.close()
})

describe('a camera read through ffmpeg', () => {
  test('the first picture comes within three seconds, the next at once and never older than one', async () => {
    const camera = open()
    const started = performance.now()
    const first = await patient(camera)
    assertWithin(performance.now() - started, 3000, 'the first picture')
    assert.deepEqual([...first.jpeg.subarray(0, 2)], [0xff, 0xd8])
    const waits: number[] = []
    for (let asks = 0; asks < 5 && !(Math.min(...waits) < 50); asks++) {
      const asked = performance.now()
      const next = await camera.photo()
      assertWithin(asked - next.taken_at, 1000, 'age of a picture')
      waits.push(performance.now() - asked)
    }
    assertWithin(Math.min(...waits), 50, 'the next picture')
    await camera.stop()
    assert.equal(ffmpegs(), 0)
  })

  test('an ffmpeg that is killed is started again, and none is left after the stop', async () => {
    const camera = open()
    await patient(camera)
    for (const pid of pids()) process.kill(pid, 'SIGKILL')
    await sleep(1100)
    await patient(camera)
    assert.equal(ffmpegs(), 1)
    await camera.stop()
    assert.equal(ffmpegs(), 0)
  })

  test('an ffmpeg that needs six seconds to start is not ended', async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-slow-ffmpeg-'))
    const ffmpeg = path.join(dir, 'slow')
    const words = [
      '#!/bin/sh',
      'sleep 6 > /dev/null 2>&1',
      `printf '\\377\\330\\377\\331'`,
      'exec sleep 30',
    ]
    writeFileSync(ffmpeg, words.join('\n'), { mode: 0o755 })
    const camera = open({ ffmpeg })
    assert.equal((await patient(camera)).jpeg.length, 4)
    await camera.stop()
    rmSync(dir, { recursive: true })
  })

  test('a camera that is off, a wrong password and a missing ffmpeg have different messages', async () => {
    const wrong = open({ password: 'wrong' })
    const missing = open({ ffmpeg: '/nowhere/ffmpeg' })
    const closed = open({ url: 'rtsp://127.0.0.1:9/Streaming/Channels/101' })
    await Promise.all([
      told(wrong, 'Камера не приняла пароль'),
      told(missing, 'На компьютере весов нет программы ffmpeg'),
      told(closed, 'Камера не отвечает'),
    ])
    // They would go on asking while the next test counts processes.
    await Promise.all([wrong, missing, closed].map((camera) => camera.stop()))
  })

  test("no connection is made to an address outside the yard's networks", async () => {
    const camera = rtspCamera({ url: 'rtsp://127.0.0.1:9/a' }, 'ffmpeg', false)
    closing.push(camera.stop)
    assert.ok(await refusalOf(camera))
    assert.equal(ffmpegs(), 0)
  })

  test('pictures are found in a stream that is split at any place', () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0, 0xff, 0xd9])
    for (const size of [1, 3, 100]) {
      const seen: Buffer[] = []
      const feed = jpegCutter((one) => seen.push(one))
      const stream = Buffer.concat([Buffer.from('junk'), jpeg, jpeg])
      for (let at = 0; at < stream.length; at += size) feed(stream.subarray(at, at + size))
      assert.deepEqual(seen, [jpeg, jpeg])
    }
  })
})

function open(other: { password?: string; ffmpeg?: string; url?: string } = {}) {
  const url = `rtsp://127.0.0.1:${yard.ports.rtsp}/Streaming/Channels/101`
  const { ffmpeg = 'ffmpeg', ...rest } = other
  const camera = rtspCamera({ url, user: 'yard', password: 'yard-camera', ...rest }, ffmpeg, true)
  closing.push(camera.stop)
  return camera
}

/** One call waits three seconds at most; a loaded machine may need more for the very first picture. */
async function patient(camera: ReturnType<typeof open>) {
  for (;;) {
    const photo = await camera.photo().catch(() => undefined)
    if (photo) return photo
  }
}

/** Why there is no picture, once ffmpeg has had the time to find it out. */
async function told(camera: ReturnType<typeof open>, words: string): Promise<void> {
  await until(async () => (await refusalOf(camera)) === words)
}

async function refusalOf(camera: ReturnType<typeof open>): Promise<string> {
  try {
    await camera.photo()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  return ''
}

function pids(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return children
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'ffmpeg')
    .map(Number)
}

function ffmpegs(): number {
  return pids().length
}
