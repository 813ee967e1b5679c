import { readFields, writeFields, type Field } from './protobuf-fields.ts'

/** A weight of a model: its shape and numbers. */
export interface Weights {
  dims: readonly number[]
  values: Float32Array
}

/** One operation of a model; `name` and `attributes` are protobuf fields that are kept as they are. */
export interface Operation {
  op: string
  inputs: string[]
  outputs: string[]
  attributes: Field[]
}

/** The operations of an ONNX model in their order, its weights among them as operations `Constant`. */
export interface ModelGraph {
  operations: Operation[]
  outputs: readonly string[]
  /** The model with these operations in place of its own. */
  write(operations: readonly Operation[]): Uint8Array
}

// Field numbers of onnx.proto.
const MODEL_GRAPH = 7
const GRAPH = { node: 1, output: 12 } as const
const NODE = { input: 1, output: 2, op: 4, attribute: 5 } as const
const ATTRIBUTE = { name: 1, float: 2, integer: 3, tensor: 5, integers: 8, type: 20 } as const
const ATTRIBUTE_TYPE = { float: 1, integer: 2, tensor: 4, integers: 7 } as const
const TENSOR = { dims: 1, type: 2, raw: 9 } as const
const FLOAT = 1

/** Reads the graph of an ONNX model; throws where the bytes hold none. */
export function readGraph(bytes: Uint8Array): ModelGraph {
  const model = readFields(bytes)
  const graph = readFields(bytesOf(model.find(({ id }) => id === MODEL_GRAPH)!))
  const named = graph.filter(({ id }) => id === GRAPH.output)
  return {
    operations: graph.filter(({ id }) => id === GRAPH.node).map(readOperation),
    outputs: named.map((field) => textOf(readFields(bytesOf(field))[0]!)),
    write(operations) {
      const nodes = operations.map((one) => ({ id: GRAPH.node, value: writeOperation(one) }))
      const others = graph.filter(({ id }) => id !== GRAPH.node)
      const value = writeFields([...nodes, ...others])
      return writeFields(
        model.map((field) => (field.id === MODEL_GRAPH ? { ...field, value } : field)),
      )
    },
  }
}

/** The numbers of a `Constant` of single precision; undefined for anything else. */
export function weightsOf({ op, attributes }: Operation): Weights | undefined {
  const attribute = op === 'Constant' && attributes.find(({ id }) => id === NODE.attribute)
  const tensor =
    attribute && readFields(bytesOf(attribute)).find(({ id }) => id === ATTRIBUTE.tensor)
  if (!tensor) return undefined
  const fields = readFields(bytesOf(tensor))
  const raw = fields.find(({ id }) => id === TENSOR.raw)
  if (!raw || fields.find(({ id }) => id === TENSOR.type)?.value !== FLOAT) return undefined
  const dims = fields.filter(({ id }) => id === TENSOR.dims).map(({ value }) => Number(value))
  return { dims, values: new Float32Array(Uint8Array.from(bytesOf(raw)).buffer) }
}

export function constant(name: string, { dims, values }: Weights): Operation {
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  const tensor = writeFields([
    ...dims.map((value) => ({ id: TENSOR.dims, value })),
    { id: TENSOR.type, value: FLOAT },
    { id: TENSOR.raw, value: raw },
  ])
  const attributes = [attribute('value', 'tensor', [{ id: ATTRIBUTE.tensor, value: tensor }])]
  return { op: 'Constant', inputs: [], outputs: [name], attributes }
}

export function floatAttribute(name: string, value: number): Field {
  const bytes = new Uint8Array(Float32Array.of(value).buffer)
  return attribute(name, 'float', [{ id: ATTRIBUTE.float, value: bytes, fixed: 4 }])
}

export function integerAttribute(name: string, value: number): Field {
  return attribute(name, 'integer', [{ id: ATTRIBUTE.integer, value }])
}

/** The whole numbers of an attribute; undefined where the operation has none of that name. */
export function integersOf(operation: Operation, name: string): number[] | undefined {
  const integers: number[] = [ATTRIBUTE.integer, ATTRIBUTE.integers]
  return attributeOf(operation, name)
    ?.filter(({ id }) => integers.includes(id))
    .map(({ value }) => Number(value))
}

/** The number of an attribute; undefined where the operation has none of that name. */
export function floatOf(operation: Operation, name: string): number | undefined {
  const field = attributeOf(operation, name)?.find(({ id }) => id === ATTRIBUTE.float)
  return field && new Float32Array(Uint8Array.from(bytesOf(field)).buffer)[0]
}

function attributeOf({ attributes }: Operation, name: string): Field[] | undefined {
  return attributes
    .filter(({ id }) => id === NODE.attribute)
    .map((field) => readFields(bytesOf(field)))
    .find((fields) => textOf(fields.find(({ id }) => id === ATTRIBUTE.name)!) === name)
}

function attribute(name: string, type: keyof typeof ATTRIBUTE_TYPE, content: Field[]): Field {
  const fields = [
    { id: ATTRIBUTE.name, value: new TextEncoder().encode(name) },
    ...content,
    { id: ATTRIBUTE.type, value: ATTRIBUTE_TYPE[type] },
  ]
  return { id: NODE.attribute, value: writeFields(fields) }
}

function readOperation(field: Field): Operation {
  const fields = readFields(bytesOf(field))
  const texts = (wanted: number) => fields.filter(({ id }) => id === wanted).map(textOf)
  return {
    op: texts(NODE.op)[0]!,
    inputs: texts(NODE.input),
    outputs: texts(NODE.output),
    attributes: fields.filter(({ id }) => id === NODE.attribute),
  }
}

function writeOperation({ op, inputs, outputs, attributes }: Operation): Uint8Array {
  const text = (id: number, value: string) => ({ id, value: new TextEncoder().encode(value) })
  return writeFields([
    ...inputs.map((name) => text(NODE.input, name)),
    ...outputs.map((name) => text(NODE.output, name)),
    text(NODE.op, op),
    ...attributes,
  ])
}

function bytesOf({ value }: Field): Uint8Array {
  if (typeof value === 'number') throw new Error('A model has a number where a message belongs')
  return value
}

function textOf(field: Field): string {
  return new TextDecoder().decode(bytesOf(field))
}
