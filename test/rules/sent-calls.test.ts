import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { calls } from '#contract/calls.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** How code names each call: by the exports of the contract that hold it. */
const spelt = new Map<unknown, string[]>()
for (const file of globSync('src/contract/**/*.ts', { cwd: root }))
  if (!file.includes('.test.')) {
    const exported = (await import(path.join(root, file))) as Record<string, unknown>
    for (const [object, held] of Object.entries(exported))
      if (typeof held === 'object' && held !== null)
        for (const [name, call] of Object.entries(held))
          spelt.set(call, [...(spelt.get(call) ?? []), `${object}.${name}`])
  }

/** Calls that no screen sends, with who sends them instead or that a screen is missing. */
const WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  'agent.enrol': 'the agent, by its address',
  'agent.putBlob': 'the agent, by its address',
  'agent.askUpdate': 'the agent, by its address',
  'agent.getUpdatePart': 'the agent, by its address',
  'payment.webhook': 'banks, by its address',
  'utils.getQrCode': 'the address of an image',
}

/** The code of a screen with the contract's own names: `device as calls` is `device` again. */
function withoutAliases(code: string): string {
  const aliases = code.matchAll(/\b(\w+) as (\w+)(?=[^}]*\} from '#contract)/g)
  return [...aliases].reduce(
    (text, [, name, alias]) => text.replaceAll(new RegExp(`\\b${alias}\\.`, 'g'), `${name}.`),
    code,
  )
}

test('every call is sent by a screen, or is named here with its reason', () => {
  const screens = globSync('src/web/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => withoutAliases(readFileSync(path.join(root, file), 'utf8')))
    .join('\n')
  const all = Object.entries(calls).flatMap(([group, list]) =>
    Object.entries(list).map(([name, call]) => ({ key: `${group}.${name}`, call })),
  )
  assert.ok(all.length > 150, `${all.length} calls`)
  const isSent = (name: string) => new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(screens)
  const unsent = all.filter(({ call }) => !spelt.get(call)!.some(isSent)).map(({ key }) => key)
  assert.deepEqual(
    unsent.filter((name) => !(name in WITHOUT_SCREEN)),
    [],
    'Send the call from a screen, or name it in WITHOUT_SCREEN with its reason',
  )
  assert.deepEqual(
    Object.keys(WITHOUT_SCREEN).filter((name) => !unsent.includes(name)),
    [],
    'A screen sends it by now: take the name out of WITHOUT_SCREEN',
  )
})
