import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, mock, test } from 'node:test'
import { printRecord } from './print-record.ts'
import { useToasts } from '../feedback/toast.ts'

/** An iframe as a browser provides it: one document after another, and a window that prints. */
class Frame extends EventTarget {
  className = ''
  tabIndex = 0
  src = ''
  removed = false
  printed = 0
  contentDocument: object | null
  contentWindow = Object.assign(new EventTarget(), { print: () => void this.printed++ })
  constructor(document: object | null) {
    super()
    this.contentDocument = document
  }
  setAttribute() {}
  remove() {
    this.removed = true
  }
}

/** Between two documents an iframe has one without a root. */
const rootless = { documentElement: null, querySelector: () => null }
const ready = {
  documentElement: { dataset: { printReady: 'true' } },
  querySelector: (which: string) => (which === ':root[data-print-ready=true]' ? {} : null),
}

let frame: Frame
beforeEach(() => {
  frame = new Frame(null)
  const document = { createElement: () => frame, body: { append: () => undefined } }
  Object.assign(globalThis, { document })
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
})

afterEach(() => mock.timers.reset())
after(() => void Reflect.deleteProperty(globalThis, 'document'))

/** Runs the check of the iframe `times` times. */
async function looks(times: number) {
  for (let done = 0; done < times; done++) {
    await Promise.resolve()
    mock.timers.tick(100)
    await Promise.resolve()
  }
}

test('a form is printed once it is ready, whatever document its frame showed before', async () => {
  const printing = printRecord('/print/act/1')
  for (const document of [null, rootless, ready]) {
    assert.equal(frame.printed, 0)
    frame.contentDocument = document
    await looks(1)
  }
  await printing
  assert.deepEqual([frame.src, frame.printed, frame.removed], ['/print/act/1', 1, false])
  frame.contentWindow.dispatchEvent(new Event('afterprint'))
  assert.equal(frame.removed, true)
})

test('a form that never becomes ready gives a message after twenty seconds, and its frame is removed', async () => {
  const printing = printRecord('/print/act/2')
  frame.contentDocument = rootless
  await looks(205)
  await printing
  assert.deepEqual([frame.printed, frame.removed], [0, true])
  assert.equal(useToasts.getState().visible.at(-1)?.text, 'Не удалось подготовить печать')
})
