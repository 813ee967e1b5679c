import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_FILES, openHeap, type HeapRow, type Outcome } from './heap-queue.ts'

const filesOf = (many: number) => Array.from({ length: many }, (_, i) => new File([], `${i}.jpg`))
const attached: Outcome = { kind: 'attached', act: { id: 'a', number: '1' }, hasCode: true }
const noCode: Outcome = { kind: 'no-code', message: 'На листе не найден QR-код акта' }
const chosen = { id: 'b', number: '2' }
const refused: Outcome = { kind: 'refused', message: 'Акт аннулирован' }

/** A heap whose pages are answered by the test. */
function openAnswered() {
  const sent: { row: HeapRow; signal: AbortSignal; answer: (outcome: Outcome) => void }[] = []
  const heap = openHeap((row, signal) => {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    sent.push({ row, signal, answer: resolve })
    return promise
  })
  const kinds = () =>
    heap.store.getState().rows.map(({ state }) => (typeof state === 'string' ? state : state.kind))
  /** Answers a page and waits until the heap has taken it. */
  const answer = async (place: number, outcome: Outcome) => {
    sent[place]!.answer(outcome)
    await new Promise((done) => setImmediate(done))
  }
  return { heap, sent, kinds, answer }
}

test('two pages are on their way at a time, in the order of the files', async () => {
  const { heap, sent, kinds, answer } = openAnswered()
  assert.equal(heap.add(filesOf(4)), 0)
  assert.deepEqual(kinds(), ['sending', 'sending', 'waiting', 'waiting'])
  await answer(1, attached)
  assert.deepEqual(kinds(), ['sending', 'attached', 'sending', 'waiting'])
  assert.deepEqual(
    sent.map(({ row }) => row.file.name),
    ['0.jpg', '1.jpg', '2.jpg'],
  )
})

test('a stopped heap starts nothing, lets what is on its way arrive, and goes on', async () => {
  const { heap, sent, kinds, answer } = openAnswered()
  heap.add(filesOf(4))
  heap.stop()
  await answer(0, attached)
  await answer(1, refused)
  assert.deepEqual(kinds(), ['attached', 'refused', 'waiting', 'waiting'])
  heap.resume()
  assert.deepEqual(kinds(), ['attached', 'refused', 'sending', 'sending'])
  assert.equal(sent.length, 4)
})

test('what failed is sent again under its own id, what is attached is not', async () => {
  const { heap, sent, kinds, answer } = openAnswered()
  heap.add(filesOf(2))
  await answer(0, attached)
  await answer(1, { kind: 'failed', message: 'Ошибка соединения с сервером!' })
  heap.retry()
  assert.deepEqual(kinds(), ['attached', 'sending'])
  assert.equal(sent[2]!.row.id, sent[1]!.row.id)
  await answer(2, attached)
  heap.dropAttached()
  assert.deepEqual(kinds(), [])
})

test('a heap takes so many files and tells how many it left; closed, it sends no more', async () => {
  const { heap, sent, kinds, answer } = openAnswered()
  assert.equal(heap.add(filesOf(MOST_FILES - 1)), 0)
  assert.equal(heap.add(filesOf(3)), 2)
  assert.equal(kinds().length, MOST_FILES)
  heap.close()
  assert.ok(sent.every(({ signal }) => signal.aborted))
  await answer(0, attached)
  assert.equal(sent.length, 2)
})

test('pages that a person gave their acts take their turn, and the files behind them follow', async () => {
  const { heap, sent, kinds, answer } = openAnswered()
  heap.add(filesOf(2))
  await answer(0, noCode)
  await answer(1, noCode)
  heap.add(filesOf(4))
  const [first, second] = heap.store.getState().rows
  heap.giveAct(first!.id, chosen)
  heap.giveAct(second!.id, chosen)
  assert.deepEqual(kinds(), ['waiting', 'waiting', 'sending', 'sending', 'waiting', 'waiting'])
  await answer(2, attached)
  await answer(3, attached)
  assert.deepEqual(kinds(), ['sending', 'sending', 'attached', 'attached', 'waiting', 'waiting'])
  assert.deepEqual(sent[4]!.row.given, { act: chosen, before: noCode })
  await answer(4, attached)
  await answer(5, noCode)
  assert.deepEqual(kinds(), ['attached', 'no-code', 'attached', 'attached', 'sending', 'sending'])
  assert.equal(heap.store.getState().rows[1]!.given, undefined)
})

test('a page is given its act also in a stopped heap, and once', async () => {
  const { heap, sent, kinds, answer } = openAnswered()
  heap.add(filesOf(4))
  heap.stop()
  await answer(0, noCode)
  await answer(1, attached)
  const [first] = heap.store.getState().rows
  heap.giveAct(first!.id, chosen)
  heap.giveAct(first!.id, chosen)
  assert.deepEqual(kinds(), ['sending', 'attached', 'waiting', 'waiting'])
  await answer(2, attached)
  assert.deepEqual(kinds(), ['attached', 'attached', 'waiting', 'waiting'])
  assert.equal(sent.length, 3)
})
