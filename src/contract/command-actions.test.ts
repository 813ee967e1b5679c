import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call, Schema } from './core/call.ts'
import { allCalls } from './calls.ts'

test('each command of a call that only commands decide has its right', () => {
  const decided = allCalls.flatMap(({ key, call }: { key: string; call: Call }) => {
    const commands = commandsOf(call)
    return commands && !call.action && call.access === 'operator' ? [{ key, call, commands }] : []
  })
  assert.deepEqual(decided.map(({ key }) => key).toSorted(), [
    'act.update',
    'transactions.update',
    'weightacts.update',
  ])
  for (const { key, call, commands } of decided)
    assert.deepEqual(Object.keys(call.commandActions ?? {}).toSorted(), commands.toSorted(), key)
  for (const { key, call } of allCalls as { key: string; call: Call }[])
    if (call.commandActions)
      assert.ok(
        decided.some((one) => one.key === key),
        key,
      )
})

/** The commands of a body that is one of several shapes. */
function commandsOf({ body }: Call): string[] | undefined {
  if (body === undefined || typeof body === 'string') return undefined
  const found = new Set<string>()
  const read = (def: unknown): void => {
    const {
      shape,
      options = [],
      innerType,
    } = def as {
      shape?: Record<string, Schema>
      options?: Schema[]
      innerType?: Schema
    }
    const values = (shape?.['command']?._zod.def as { values?: string[] } | undefined)?.values
    for (const value of values ?? []) found.add(value)
    for (const one of innerType ? [...options, innerType] : options) read(one._zod.def)
  }
  read(body._zod.def)
  return found.size > 0 ? [...found] : undefined
}
