import { floatOf, integerAttribute, integersOf, type Operation } from './model-graph.ts'
import type { RewrittenGraph } from './rewritten-graph.ts'

/** The runtime has a quick way for this growth alone. */
const TWICE = [1, 1, 2, 2]
/** A step of the detector's end makes 2 × 2 pixels of one, and two follow each other. */
const STEP = 2
const PIXELS = STEP * STEP

/**
 * What only the detector has: gates, maps of several sizes that are put together, and an end that makes the map as large as
 * the picture. A third of its time was spent beside its convolutions (docs/decisions/0018).
 */
export function fuseDetector(graph: RewrittenGraph, operations: readonly Operation[]): void {
  for (const operation of operations) fuseGate(graph, operation)
  for (const operation of operations) growByTwos(graph, operation)
  for (const operation of operations) fuseEnd(graph, operation)
}

/** x + x · gate becomes x · (gate + 1): the gate has one number for a whole map. */
function fuseGate(graph: RewrittenGraph, add: Operation): void {
  const product = add.op === 'Add' ? graph.onlySource(add.inputs, 'Mul') : undefined
  const gate = product && graph.onlySource(product.inputs, 'HardSigmoid')
  if (!product || !gate) return
  const x = product.inputs.find((name) => name !== gate.outputs[0])
  if (x === undefined || !add.inputs.includes(x)) return
  const one = graph.addWeights('one', { dims: [1], values: Float32Array.of(1) })
  product.op = 'Add'
  product.inputs = [gate.outputs[0]!, one]
  add.op = 'Mul'
  add.inputs = [x, product.outputs[0]!]
}

/** Maps grown by 8, 4 and 2 side by side are grown by twos, each together with those that are as large by then. */
function growByTwos(graph: RewrittenGraph, concat: Operation): void {
  if (concat.op !== 'Concat' || integersOf(concat, 'axis')?.[0] !== 1) return
  const parts = concat.inputs.map((name) => {
    const resize = graph.onlySource([name], 'Resize')
    const scales = graph.weights(resize?.inputs[2])?.values
    return resize && scales
      ? { resize, name: resize.inputs[0]!, growth: Math.log2(scales[3]!), scales }
      : { resize, name, growth: 0, scales: [1, 1, 1, 1] }
  })
  const first = parts[0]?.resize
  const inOrder = parts.every(
    ({ growth, scales }, i) =>
      Number.isInteger(growth) &&
      scales.join() === [1, 1, 2 ** growth, 2 ** growth].join() &&
      growth <= (parts[i - 1]?.growth ?? growth),
  )
  if (!first || !inOrder || parts.at(-1)!.growth !== 0) return
  const twice = graph.addWeights('twice', { dims: [4], values: Float32Array.from(TWICE) })
  let { name: joined, growth } = parts[0]!
  parts.slice(1).forEach((part, i) => {
    for (; growth > part.growth; growth--) {
      const larger = `${concat.outputs[0]}.${growth}`
      graph.add({ ...first, inputs: [joined, first.inputs[1]!, twice], outputs: [larger] })
      joined = larger
    }
    const last = i === parts.length - 2
    const both = last ? concat.outputs[0]! : `${concat.outputs[0]}.joined.${i}`
    graph.add({ ...concat, inputs: [joined, part.name], outputs: [both] })
    joined = both
  })
  graph.drop(concat, ...parts.flatMap(({ resize }) => resize ?? []))
}

/**
 * Two steps, each of which makes 2 × 2 pixels of one: what becomes of one pixel depends on it alone, so both are convolutions
 * of one pixel, and its 4 × 4 pixels are put into their places at last.
 */
function fuseEnd(graph: RewrittenGraph, sigmoid: Operation): void {
  const last = sigmoid.op === 'Sigmoid' ? stepBefore(graph, sigmoid.inputs[0]!) : undefined
  const relu = last && graph.onlySource([last.x], 'Relu')
  const norm = relu && graph.onlySource(relu.inputs, 'BatchNormalization')
  const first = norm && stepBefore(graph, norm.inputs[0]!)
  if (!first || !graph.isOutput(sigmoid.outputs[0]!) || last!.to !== 1) return
  const line = lineOf(graph, norm!)
  if (!line) return
  const { from, to } = first
  const middle = to * PIXELS
  // Of the channel `c` of the middle, the pixel `p` of its 2 × 2.
  const place = (p: number, c: number) => p * to + c
  const firstWeights = new Float32Array(middle * from)
  const firstShifts = new Float32Array(middle)
  const lastWeights = new Float32Array(PIXELS * PIXELS * middle)
  for (let c = 0; c < to; c++)
    for (let p = 0; p < PIXELS; p++) {
      firstShifts[place(p, c)] = first.shifts[c]! * line.by[c]! + line.plus[c]!
      for (let i = 0; i < from; i++)
        firstWeights[place(p, c) * from + i] =
          first.weights[(i * to + c) * PIXELS + p]! * line.by[c]!
      for (let q = 0; q < PIXELS; q++)
        lastWeights[pixelOf(p, q) * middle + place(p, c)] = last!.weights[c * PIXELS + q]!
    }
  const output = sigmoid.outputs[0]!
  const conv = (x: string, name: string) => ({
    op: 'Conv',
    inputs: [x],
    outputs: [name],
    attributes: [],
  })
  const opening = conv(first.x, `${output}.first`)
  const closing = conv(relu!.outputs[0]!, `${output}.last`)
  graph.drop(...first.operations, norm!, ...last!.operations)
  graph.add(opening, closing)
  graph.setWeights(opening, { dims: [middle, from, 1, 1], values: firstWeights }, firstShifts)
  const lastShifts = new Float32Array(PIXELS * PIXELS).fill(last!.shifts[0]!)
  const dims = [PIXELS * PIXELS, middle, 1, 1]
  graph.setWeights(closing, { dims, values: lastWeights }, lastShifts)
  relu!.inputs = [opening.outputs[0]!]
  sigmoid.inputs = [closing.outputs[0]!]
  sigmoid.outputs = [`${output}.deep`]
  graph.add({
    op: 'DepthToSpace',
    inputs: sigmoid.outputs,
    outputs: [output],
    attributes: [integerAttribute('blocksize', PIXELS)],
  })
}

/** The pixel of 4 × 4 that is pixel `q` of the 2 × 2 made of pixel `p` of 2 × 2. */
function pixelOf(p: number, q: number): number {
  const row = Math.floor(p / STEP) * STEP + Math.floor(q / STEP)
  return row * PIXELS + (p % STEP) * STEP + (q % STEP)
}

/** A transposed convolution of 2 × 2 pixels that do not overlap, and its shifts, which give `name`. */
function stepBefore(graph: RewrittenGraph, name: string) {
  const add = graph.onlySource([name], 'Add')
  const conv = add && graph.onlySource(add.inputs, 'ConvTranspose')
  const kernel = graph.weights(conv?.inputs[1])
  const shifts = add?.inputs.flatMap((input) => graph.weights(input) ?? [])[0]?.values
  if (!conv || !kernel || !shifts) return undefined
  const [from, to, high, wide] = kernel.dims as [number, number, number, number]
  const steps = integersOf(conv, 'strides')?.join()
  if (high !== STEP || wide !== STEP || steps !== `${STEP},${STEP}`) return undefined
  if (shifts.length !== to || integersOf(conv, 'group')?.[0] !== 1) return undefined
  return { x: conv.inputs[0]!, from, to, weights: kernel.values, shifts, operations: [conv, add] }
}

/** A normalisation as a scale and a shift of each channel. */
function lineOf(graph: RewrittenGraph, norm: Operation) {
  const [scale, shift, mean, variance] = norm.inputs
    .slice(1)
    .map((name) => graph.weights(name)?.values)
  const least = floatOf(norm, 'epsilon')
  if (!scale || !shift || !mean || !variance || least === undefined) return undefined
  const by = scale.map((value, c) => value / Math.sqrt(variance[c]! + least))
  return { by, plus: shift.map((value, c) => value - mean[c]! * by[c]!) }
}
