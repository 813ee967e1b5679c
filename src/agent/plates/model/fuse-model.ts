import { fuseDetector } from './fuse-detector.ts'
import {
  floatAttribute,
  integerAttribute,
  integersOf,
  readGraph,
  type Operation,
  type Weights,
} from './model-graph.ts'
import { RewrittenGraph } from './rewritten-graph.ts'

/**
 * The same model with fewer operations (docs/decisions/0018). The converter of PP-OCRv4 wrote each hard swish as four
 * operations and each scale and shift as two, every one a walk through the whole map and between two layouts of memory.
 */
export function fuseModel(bytes: Uint8Array): Uint8Array {
  const { operations, outputs, write } = readGraph(bytes)
  const graph = new RewrittenGraph(operations, outputs)
  for (const operation of operations) fuseHardSwish(graph, operation)
  for (const operation of operations) fuseScale(graph, operation)
  fuseDetector(graph, operations)
  return write(graph.result())
}

/** x · clip(x + 3, 0, 6) / 6 becomes x · HardSigmoid(x). */
function fuseHardSwish(graph: RewrittenGraph, divide: Operation): void {
  if (divide.op !== 'Div' || graph.scalar(divide) !== 6) return
  const product = graph.onlySource(divide.inputs, 'Mul')
  const clip = product && graph.onlySource(product.inputs, 'Clip')
  const plus = clip && graph.onlySource(clip.inputs, 'Add')
  if (!product || !plus || graph.scalar(plus) !== 3) return
  const x = graph.variable(plus)
  if (x === undefined || !product.inputs.includes(x)) return
  clip.op = 'HardSigmoid'
  clip.inputs = [x]
  clip.attributes = [floatAttribute('alpha', 1 / 6), floatAttribute('beta', 0.5)]
  product.outputs = divide.outputs
  graph.drop(plus, divide)
}

/** y = by · x + plus with one number each. */
interface Line {
  x: string
  by: number
  plus: number
  y: string
}

/** Such a line goes into the convolution before it, or into those behind it, or becomes one of its own. */
function fuseScale(graph: RewrittenGraph, add: Operation): void {
  const multiply = add.op === 'Add' ? graph.onlySource(add.inputs, 'Mul') : undefined
  const plus = graph.scalar(add)
  const by = multiply && graph.scalar(multiply)
  const x = multiply && graph.variable(multiply)
  if (!multiply || plus === undefined || by === undefined || x === undefined) return
  const line = { x, by, plus, y: add.outputs[0]! }
  if (joinBefore(graph, line) || joinBehind(graph, line)) graph.drop(multiply, add)
  else if (becomeConvolution(graph, line, add)) graph.drop(multiply)
}

/** by · (W·i + b) + plus = (by·W)·i + (by·b + plus). */
function joinBefore(graph: RewrittenGraph, { x, by, plus, y }: Line): boolean {
  const conv = graph.onlySource([x], 'Conv')
  const weights = graph.weights(conv?.inputs[1])
  if (!conv || !weights) return false
  const shifts = shiftsOf(graph, conv, weights)
  conv.outputs = [y]
  const values = weights.values.map((value) => value * by)
  graph.setWeights(
    conv,
    { ...weights, values },
    shifts.map((value) => value * by + plus),
  )
  return true
}

/** W·(by·x + plus) + b = (by·W)·x + (b + plus·ΣW), but not where a border of zeros is added to what was shifted. */
function joinBehind(graph: RewrittenGraph, { x, by, plus, y }: Line): boolean {
  const convs = graph.users(y)
  if (graph.isOutput(y) || !convs.every((conv) => hasNoBorder(graph, conv, y))) return false
  for (const conv of convs) {
    const weights = graph.weights(conv.inputs[1])!
    const each = weights.values.length / weights.dims[0]!
    const shifts = shiftsOf(graph, conv, weights).map((value, i) =>
      weights.values
        .subarray(i * each, (i + 1) * each)
        .reduce((sum, weight) => sum + plus * weight, value),
    )
    conv.inputs[0] = x
    const values = weights.values.map((value) => value * by)
    graph.setWeights(conv, { ...weights, values }, shifts)
  }
  return true
}

function hasNoBorder(graph: RewrittenGraph, conv: Operation, input: string): boolean {
  const [first, weights] = conv.inputs
  const takes = conv.op === 'Conv' && first === input && graph.weights(weights) !== undefined
  return takes && (integersOf(conv, 'pads') ?? []).every((pad) => pad === 0)
}

/** Of one pixel in each channel: for that the runtime keeps its own layout of memory. */
function becomeConvolution(graph: RewrittenGraph, line: Line, add: Operation): boolean {
  const channels = channelsOf(graph, line.x)
  if (channels === undefined) return false
  add.op = 'Conv'
  add.inputs = [line.x]
  add.attributes = [integerAttribute('group', channels)]
  const values = new Float32Array(channels).fill(line.by)
  const shifts = new Float32Array(channels).fill(line.plus)
  graph.setWeights(add, { dims: [channels, 1, 1, 1], values }, shifts)
  return true
}

/** Of a convolution or of the hard swish behind one. */
function channelsOf(graph: RewrittenGraph, name: string): number | undefined {
  const source = graph.source(name)
  const sources =
    source?.op === 'Mul' ? source.inputs.map((input) => graph.source(input)) : [source]
  const conv = sources.find((one) => one?.op === 'Conv')
  return graph.weights(conv?.inputs[1])?.dims[0]
}

function shiftsOf(graph: RewrittenGraph, { inputs }: Operation, { dims }: Weights): Float32Array {
  return graph.weights(inputs[2])?.values ?? new Float32Array(dims[0]!)
}
