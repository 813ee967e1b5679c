import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { CallSpec } from '#contract/core/call.ts'
import { screens } from '#web/screens.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const web = path.join(root, 'src/web')
const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !file.includes('.test.'))
const texts = new Map(files.map((file) => [file, readFileSync(path.join(web, file), 'utf8')]))

/** The calls of the contract by the names that screens write. */
const calls = new Map<string, CallSpec>()
for (const file of globSync('src/contract/**/*.ts', { cwd: root }))
  if (!file.includes('.test.')) {
    const exported = (await import(path.join(root, file))) as Record<string, unknown>
    for (const [object, held] of Object.entries(exported))
      if (typeof held === 'object' && held !== null)
        for (const [name, call] of Object.entries(held)) calls.set(`${object}.${name}`, call)
  }

const importers = new Map<string, string[]>()
for (const [file, text] of texts)
  for (const [, named] of text.matchAll(/(?:from |import\()'([^']+)'/g)) {
    const target = named!.startsWith('#web/')
      ? named!.slice('#web/'.length)
      : path.join(path.dirname(file), named!)
    importers.set(target, [...(importers.get(target) ?? []), file])
  }

/** `calls.create` of a file that imports `supplier as calls` is `supplier.create`. */
function nameOf(text: string, written: string): string {
  const [holder = '', call] = written.split('.')
  const alias = new RegExp(`\\b(\\w+) as ${holder}(?=[^}]*\\} from '#contract)`).exec(text)
  return `${alias?.[1] ?? holder}.${call}`
}

/** A call that a file sends and the right that it needs. */
interface Sending {
  readonly file: string
  readonly name: string
  readonly right: string
}

function sendingsOf(file: string, text: string): Sending[] {
  const found = [...text.matchAll(/\b(?!useMaySend)\w+\(\s*(\w+\.\w+)/g)]
  const names = new Set(found.map(([, written]) => nameOf(text, written!)))
  return [...names].flatMap((name) => {
    const call = calls.get(name)
    // The platform's screens and those of people are opened by their readers' area.
    if (call?.access !== 'operator' || call.method === 'GET') return []
    const ofCommands = Object.entries(call.commandActions ?? {})
      .filter(([command]) => text.includes(`command: '${command}'`))
      .map(([, right]) => right)
    const rights = new Set<string>(call.action ? [call.action] : ofCommands)
    return [...rights].map((right) => ({ file, name, right }))
  })
}

/** It asks for the right itself, or everything that leads to it does. */
function isAsked(
  { file, right }: Pick<Sending, 'file' | 'right'>,
  passed: readonly string[] = [],
): boolean {
  const text = texts.get(file)!
  if (text.includes(`'${right}'`) || asksFor(text, right) || opensBy(file, right)) return true
  // The server says in `may` of a card what this person may do with it.
  if (text.includes('card.may)')) return true
  const leading = (importers.get(file) ?? []).filter((one) => !passed.includes(one))
  return (
    leading.length > 0 && leading.every((one) => isAsked({ file: one, right }, [...passed, file]))
  )
}

/** The page of a screen that this right alone opens, with whatever leads to it (`rights` of screens.ts). */
function opensBy(file: string, right: string): boolean {
  const shown = Object.values(screens).filter(({ page }) => file === `features/${page}-page.tsx`)
  return (
    shown.length > 0 && shown.every(({ rights }) => rights?.length === 1 && rights[0] === right)
  )
}

function asksFor(text: string, right: string): boolean {
  const asked = text.matchAll(/\buseMaySend\((\w+\.\w+)(?:, '(\w+)')?/g)
  return [...asked].some(([, written, command]) => {
    const call = calls.get(nameOf(text, written!))
    return (command ? call?.commandActions?.[command] : call?.action) === right
  })
}

/** Sent without a question, each with its reason: a new one needs a better reason than that it was forgotten. */
const UNASKED: Readonly<Record<string, string>> = {
  'files.save offline/send-photos.ts':
    'waited for the connection; the button that took it asks for the right',
  'act.update features/act/draft/draft-actions.tsx':
    'drops a draft, which takes the right of saving it; `act.void` is for an issued one',
}

test('what a screen sends by a right is offered by that right', () => {
  const sendings = [...texts].flatMap(([file, text]) => sendingsOf(file, text))
  assert.ok(sendings.length > 50, `${sendings.length} sendings`)
  const unasked = new Set(
    sendings.filter((one) => !isAsked(one)).map(({ file, name }) => `${name} ${file}`),
  )
  assert.deepEqual(
    [...unasked].filter((one) => !(one in UNASKED)),
    [],
    'Ask `useMaySend(call)` where the button is, or name it in UNASKED with its reason',
  )
  assert.deepEqual(
    Object.keys(UNASKED).filter((one) => !unasked.has(one)),
    [],
    'It is asked by now: take it out of UNASKED',
  )
})
