import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weighingLabel } from './weighing-labels.ts'

test('a typed weight is labelled differently from a weight of the scale', () => {
  const words = (source: 'scale' | 'manual' | 'stored_tare') =>
    weighingLabel({ kind: 'out', weight_g: 4_100_000, source })
  assert.match(words('scale'), /^Выезд 4\s100\sкг$/)
  assert.match(words('manual'), /^Выезд 4\s100\sкг, ручной ввод$/)
  assert.match(words('stored_tare'), /^Выезд 4\s100\sкг, по таре$/)
})
