import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { productValues } from './product-values.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

test('every value of a product has its input in the form', () => {
  const form = read('product-form.tsx')
  assert.deepEqual(
    Object.keys(productValues(undefined)).filter((name) => !form.includes(`'${name}'`)),
    [],
    'Add its input to product-form.tsx',
  )
})

test('every value of a product is among the facts of its card', () => {
  // The heading of the card has the name.
  const facts = `${read('product-facts.tsx')} node.name`
  assert.deepEqual(
    Object.keys(productValues(undefined)).filter((name) => !facts.includes(`node.${name}`)),
    [],
    'Add its line to product-facts.tsx',
  )
})
