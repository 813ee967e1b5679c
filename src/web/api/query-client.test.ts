import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { QueryObserver } from '@tanstack/react-query'

// A page hears that its connection is back; here nothing comes back by itself.
Object.assign(globalThis, { addEventListener: () => undefined })
const { queryClient } = await import('./query-client.ts')
const { askAgain, askAllAgain } = await import('./live/live.ts')
after(() => {
  queryClient.clear()
  Reflect.deleteProperty(globalThis, 'addEventListener')
})

/** A part of a screen that comes and goes again; how often the server was asked in all. */
function failing(name: string) {
  let asked = 0
  const queryFn = () => Promise.reject(new Error(`no answer ${++asked}`))
  return async (): Promise<number> => {
    const part = new QueryObserver(queryClient, { queryKey: [name], queryFn })
    const leave = part.subscribe(() => undefined)
    await part.getCurrentQuery().promise?.catch(() => undefined)
    leave()
    return asked
  }
}

for (const had of [false, true])
  test(`a question that failed, ${had ? 'with an older answer' : 'without an answer'}, waits for its pause however often its part of the screen comes again`, async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const name = `of ${had}`
    if (had) queryClient.setQueryData([name], 'older')
    const come = failing(name)
    assert.equal(await come(), 1)
    for (let i = 0; i < 20; i++) assert.equal(await come(), 1)
    t.mock.timers.tick(1000)
    assert.equal(await come(), 2)
    t.mock.timers.tick(1999)
    assert.equal(await come(), 2)
    t.mock.timers.tick(1)
    assert.equal(await come(), 3)
  })

test('what a call has answered is put into the stored answer that it changes, and never makes up one', async () => {
  const { callKey, changeStored } = await import('./use-call.ts')
  const { act } = await import('#contract/act/act.ts')
  type Card = Parameters<Parameters<typeof changeStored<typeof act.get>>[2]>[0]
  const own = { query: { id: '01900000-0000-7000-8000-000000000001' } }
  const another = { query: { id: '01900000-0000-7000-8000-000000000002' } }
  const draft = { status: 'draft', version: 3, supplier_name: 'Кузнецов' } as Card
  queryClient.setQueryData(callKey(act.get, own), draft)
  const issue = (card: Card): Card => ({ ...card, status: 'issued', version: 4 })
  for (const input of [own, another]) changeStored(act.get, input, issue)
  assert.deepEqual(queryClient.getQueryData(callKey(act.get, own)), issue(draft))
  assert.equal(queryClient.getQueryData(callKey(act.get, another)), undefined)
})

/** A part of a screen whose answers the test gives: what it shows, and each question that was asked for it. */
function slow(name: string, stored?: string) {
  const asked: { answer: (text: string) => void; signal: AbortSignal }[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((answer) => void asked.push({ answer, signal }))
  if (stored) queryClient.setQueryData([name], stored)
  const part = new QueryObserver(queryClient, { queryKey: [name], queryFn })
  const leave = part.subscribe(() => undefined)
  const change = () => {
    const at = performance.now()
    askAgain(({ queryKey }) => (queryKey[0] === name ? at : -Infinity))
  }
  /** Gives the last question its answer; what is asked after it is asked by then. */
  const answer = async (text: string) => {
    asked.at(-1)!.answer(text)
    await setImmediate()
  }
  const shown = () => part.getCurrentResult().data
  return { asked, change, answer, shown, leave }
}

for (const stored of [undefined, 'older'])
  test(`a change during ${stored ? 'a later' : 'the first'} reading lets it come, and one reading after it shows the change`, async () => {
    const { asked, change, answer, shown, leave } = slow(`changed ${stored}`, stored)
    for (let i = 0; i < 3; i++) change()
    assert.deepEqual([asked.length, asked[0]!.signal.aborted], [1, false])
    await answer('read before the change')
    assert.deepEqual([asked.length, shown()], [2, 'read before the change'])
    await answer('read after the change')
    assert.deepEqual([asked.length, shown()], [2, 'read after the change'])
    leave()
  })

for (const stored of [undefined, 'older'])
  test(`after a lost connection ${stored ? 'a later' : 'the first'} reading that never comes is begun anew`, async () => {
    const { asked, answer, shown, leave } = slow(`lost ${stored}`, stored)
    askAllAgain()
    assert.deepEqual([asked.length, asked[0]!.signal.aborted], [2, true])
    await answer('new')
    assert.equal(shown(), 'new')
    leave()
  })
