import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ask, forgetWords, useDialogs } from './ask.ts'

// The dialogs ask which screen is open.
Object.assign(globalThis, { location: { href: '/' } })
after(() => void Reflect.deleteProperty(globalThis, 'location'))
const stack = () => useDialogs.getState().stack
const sure = () => ask.confirm({ title: 'Удалить черновик?', text: 'Насовсем.', main: 'Удалить' })

test('a window opened twice at once opens once, and the second caller gets nothing', async () => {
  const first = sure()
  assert.equal(await sure(), undefined)
  assert.equal(stack().length, 1)
  stack()[0]!.close(true)
  assert.equal(await first, true)
})

test('a page that is busy for long between two clicks opens once', (t) => {
  t.after(() => Reflect.deleteProperty(globalThis, 'window'))
  t.mock.method(performance, 'now', () => 60_000)
  for (const timeStamp of [1000, 1100]) {
    Object.assign(globalThis, { window: { event: { timeStamp } } })
    void sure()
  }
  assert.equal(stack().length, 1)
  Object.assign(globalThis, { window: { event: { timeStamp: 1600 } } })
  void sure()
  assert.equal(stack().length, 2)
  useDialogs.setState({ stack: [] })
})

test('the same window opens again when it was closed, over another one, and over itself some time later', (t) => {
  void sure()
  stack()[0]!.close()
  void sure()
  void ask.textarea({ title: 'Аннулировать акт?', label: 'Причина' })
  void sure()
  assert.equal(stack().length, 3)
  const now = performance.now()
  t.mock.method(performance, 'now', () => now + 501)
  void sure()
  assert.equal(stack().length, 4)
})

test('words wait for the same dialog on the same screen until what they were for is done, and for no other', async (t) => {
  useDialogs.setState({ stack: [] })
  const visit = (path: string) => Object.assign(globalThis, { location: { href: path } })
  visit('/operator/act/1')
  let now = performance.now()
  t.mock.method(performance, 'now', () => (now += 501))
  const shown = () => {
    const { content } = stack().at(-1)!
    return content.kind === 'textarea' ? content.props.value : undefined
  }
  const say = async (title: string, words?: string) => {
    const said = ask.textarea({ title, label: 'Причина' })
    const before = shown()
    stack()[0]!.close(words)
    await said
    return before
  }
  assert.equal(await say('Аннулировать акт?', 'ошиблись весом'), undefined)
  assert.equal(await say('Исправить акт?'), undefined)
  assert.equal(await say('Аннулировать акт?'), 'ошиблись весом')
  assert.equal(await say('Аннулировать акт?', 'ошиблись машиной'), 'ошиблись весом')
  assert.equal(await say('Аннулировать акт?'), 'ошиблись машиной')
  visit('/operator/act/2')
  assert.equal(await say('Аннулировать акт?'), undefined)
  visit('/operator/act/1')
  forgetWords()
  assert.equal(await say('Аннулировать акт?'), undefined)
})
