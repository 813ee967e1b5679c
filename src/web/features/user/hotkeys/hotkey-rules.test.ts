import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { hotkeys, type HotkeyId } from '#web/ui/keyboard/hotkeys.ts'
import { fixedKeys } from './hotkey-facts.ts'
import { problemOf, withHotkey } from './hotkey-rules.ts'

const ids = Object.keys(hotkeys) as HotkeyId[]

test('no two hotkeys that can be pressed in one place have the same keys at first', () => {
  assert.deepEqual(
    ids.flatMap((id) => problemOf(id, hotkeys[id], {}) ?? []),
    [],
  )
})

test('taken keys are refused with the name of the holder, where both can be pressed', () => {
  assert.match(problemOf('copy', 'F5', {})!, /Занято: «Обновить список», списки/)
  assert.match(problemOf('copy', 'Ctrl+Enter', {})!, /Занято: «Главное действие/)
  assert.match(problemOf('copy', 'F1', {})!, /Занято: «Справка об экране»/)
  assert.match(problemOf('pay', 'ArrowDown', {})!, /ходят по экрану/)
  assert.match(problemOf('main', 'F8', {})!, /Занято/, 'what works everywhere meets everything')
  assert.equal(problemOf('copy', 'F10', {}), undefined, 'F10 is of the station')
  const own = { refresh: 'F6' }
  assert.equal(problemOf('copy', 'F5', own), undefined, 'what was moved away is free')
  assert.match(problemOf('copy', 'F6', own)!, /Обновить список/)
})

test('keys of the browser, of text and of walking, and none at all are refused', () => {
  assert.match(problemOf('copy', undefined, {})!, /Нажмите/)
  assert.match(problemOf('copy', 'Ctrl+ControlLeft', {})!, /Нажмите/)
  for (const combo of ['Ctrl+KeyT', 'Ctrl+KeyW', 'Ctrl+Shift+KeyN', 'Ctrl+Escape', 'F12', 'Alt+F4'])
    assert.match(problemOf('copy', combo, {})!, /браузер/, combo)
  assert.match(problemOf('copy', 'Ctrl+KeyV', {})!, /править текст/)
  assert.match(problemOf('copy', 'Ctrl+Alt+KeyE', {})!, /Ctrl \+ Alt/)
  for (const combo of ['Tab', 'Escape', 'Enter', 'Shift+ArrowUp'])
    assert.match(problemOf('copy', combo, {})!, /ходят по экрану/, combo)
  for (const id of ['copy', 'main'] as const)
    assert.match(problemOf(id, 'KeyQ', {})!, /добавьте Ctrl или Alt/)
  assert.equal(problemOf('search', 'KeyQ', {}), undefined, 'it was a sign at first')
  for (const combo of ['Ctrl+Shift+KeyD', 'Alt+KeyP', 'F10', 'Shift+F9'])
    assert.equal(problemOf('copy', combo, {}), undefined, combo)
})

test('what is as at first is no change', () => {
  assert.deepEqual(withHotkey({ copy: 'F10' }, 'copy', 'F9'), {})
  assert.deepEqual(withHotkey({ copy: 'F10', fold: 'F6' }, 'copy', undefined), { fold: 'F6' })
  assert.deepEqual(withHotkey({}, 'copy', 'F10'), { copy: 'F10' })
})

/** Keys that screens may still name themselves: those of the fixed list. */
const FIXED = new Set(fixedKeys.flatMap(({ combos }) => combos))

test('screens name hotkeys by the registry; no other file says which keys they are', () => {
  const web = path.resolve(import.meta.dirname, '../../..')
  const said: string[] = []
  const used = new Set<string>()
  for (const entry of readdirSync(web, { recursive: true, withFileTypes: true })) {
    if (!/\.tsx?$/.test(entry.name) || entry.name.includes('.test.')) continue
    const file = path.join(entry.parentPath, entry.name)
    if (/ui[/\\]keyboard|user[/\\]hotkeys/.test(file)) continue
    const text = readFileSync(file, 'utf8')
    for (const [, id] of text.matchAll(/hotkey[=:] ?"?'?(\w+)/g)) used.add(id!)
    for (const [, id = ''] of text.matchAll(/keyOf\('(\w+)'\)/g))
      if (!(id in hotkeys)) said.push(`${file}: ${id}`)
    for (const [line, combo] of text.matchAll(/\{ keys: '([\w+]+)', label:/g))
      if (!FIXED.has(combo!)) said.push(`${file}: ${line}`)
    for (const [title] of text.matchAll(/title="(?:F\d+|Ctrl \+ [^"]*)"|[·(>] ?F\d+\b/g))
      if (title !== 'title="Ctrl + A ещё раз"') said.push(`${file}: ${title}`)
  }
  assert.deepEqual(said, [])
  assert.deepEqual(
    ids.filter((id) => !used.has(id)),
    [],
    'a hotkey that no screen has',
  )
})
