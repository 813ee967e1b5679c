import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { takeRelease, watchRelease } from './new-release.ts'

/** A worker as the browser shows it: its state changes, and it hears messages. */
class Worker extends EventTarget {
  state = 'installing'
  heard: unknown[] = []
  postMessage(data: unknown) {
    this.heard.push(data)
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
  update = async () => undefined
}

const kept = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!
let registration: Registration | undefined
let reloads = 0

const give = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { configurable: true, value })

beforeEach(() => {
  registration = new Registration()
  reloads = 0
  give('navigator', { serviceWorker: { getRegistration: async () => registration } })
  give('location', { reload: () => (reloads += 1) })
})
after(() => {
  Object.defineProperty(globalThis, 'navigator', kept)
  Reflect.deleteProperty(globalThis, 'location')
})

test('the button appears when another release is ready, and not before', async () => {
  const told: boolean[] = []
  const leave = watchRelease((waiting) => told.push(waiting))
  await turn()
  assert.deepEqual(told, [false])
  const worker = new Worker()
  registration!.installing = worker
  registration!.dispatchEvent(new Event('updatefound'))
  assert.equal(told.at(-1), false)
  registration!.waiting = worker
  registration!.installing = null
  worker.become('installed')
  assert.equal(told.at(-1), true)
  leave()
  const before = told.length
  registration!.waiting = null
  worker.become('activated')
  assert.equal(told.length, before)
})

test('the button activates the release and reloads the screen once it is active', async () => {
  const worker = new Worker()
  registration!.waiting = worker
  assert.equal(await takeRelease(), true)
  assert.deepEqual(worker.heard, ['apply'])
  worker.become('activating')
  assert.equal(reloads, 0)
  worker.become('activated')
  assert.equal(reloads, 1)
})

test('without a waiting release, or without service workers, nothing is reloaded', async () => {
  assert.equal(await takeRelease(), false)
  registration = undefined
  assert.equal(await takeRelease(), false)
  give('navigator', {})
  assert.equal(await takeRelease(), false)
  const told: boolean[] = []
  watchRelease((waiting) => told.push(waiting))()
  await turn()
  assert.deepEqual([told, reloads], [[], 0])
})

const turn = () => new Promise((resolve) => setImmediate(resolve))
