import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { detectionChoices, scaleDriverNames, scales } from '#contract/device/scale-connection.ts'
import { openDriver } from '#agent/scales/frames/open-driver.ts'
import { wireFormats } from './scale-formats.ts'
import { choiceOf } from './scale-vectors.ts'

const filesOf = (folder: string) =>
  readdirSync(new URL(`../../src/${folder}/`, import.meta.url))
    .filter((name) => /^[a-z0-9-]+\.ts$/.test(name))
    .map((name) => name.replace('.ts', ''))

test('each driver of contract/scales/all.ts has its files, and each file a line there', () => {
  const cure = 'A driver is four files and a line: docs/recipes/scale-driver.md'
  const codes = [...scaleDriverNames].toSorted()
  assert.equal(new Set(codes).size, codes.length)
  assert.deepEqual(
    filesOf('contract/scales').filter((name) => name !== 'all'),
    codes,
    cure,
  )
  assert.deepEqual(filesOf('agent/scales/drivers'), codes, cure)
  assert.deepEqual(filesOf('simulators/yard/scales'), codes, cure)
})

describe('every format of every driver', () => {
  for (const { code, title, by, formats } of scales)
    for (const [name, format] of Object.entries(formats)) {
      const parts = Object.values(format.settings).filter(({ input }) => input.kind === 'part')
      const settings = { ...(by && { [by.key]: name }) }
      test(`${code} ${name}: has its texts, asks or listens as declared, is spoken by the yard simulator and found by detection`, () => {
        assert.match(title, /\p{L}/u)
        assert.match(format.hint, /[а-я]{3}.*\.$/)
        for (const { label } of Object.values(format.settings)) assert.match(label, /\p{L}/u)
        const starts = Object.entries(format.settings).map(([key, { start }]) => [key, start])
        const begun = Object.fromEntries(starts.filter(([, start]) => start !== undefined))
        const { mode } = openDriver(choiceOf(code, { ...begun, ...settings }))
        assert.equal(mode, format.asked ? 'poll' : 'stream')
        // A typed-in layout belongs to no maker: no simulated indicator has it, and nothing can be tried.
        if (parts.length > 0) return
        assert.ok(
          wireFormats.some((one) => one.driver === code && (!by || one.settings[by.key] === name)),
          'the yard does not speak it',
        )
        assert.ok(format.detection.length > 0, 'detection does not try it')
      })
    }

  test('detection tries complete settings', () => {
    const tried = scales.flatMap(detectionChoices)
    assert.ok(tried.length >= scales.length)
    for (const { choice } of tried)
      assert.deepEqual(choiceOf(choice.driver, { ...choice.settings }), choice)
  })
})
