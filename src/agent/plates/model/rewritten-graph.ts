import { constant, weightsOf, type Operation, type Weights } from './model-graph.ts'

/** The operations of a model while they are rewritten, without its weights. */
export class RewrittenGraph {
  readonly #outputs: ReadonlySet<string>
  readonly #weights = new Map<string, Weights>()
  readonly #live: Set<Operation>

  constructor(operations: readonly Operation[], outputs: readonly string[]) {
    this.#outputs = new Set(outputs)
    this.#live = new Set(operations)
    for (const operation of operations) {
      const weights = weightsOf(operation)
      if (!weights) continue
      this.#weights.set(operation.outputs[0]!, weights)
      this.#live.delete(operation)
    }
  }

  source(name: string): Operation | undefined {
    return this.#live.values().find(({ outputs }) => outputs.includes(name))
  }

  users(name: string): Operation[] {
    return [...this.#live].filter(({ inputs }) => inputs.includes(name))
  }

  isOutput(name: string): boolean {
    return this.#outputs.has(name)
  }

  /** The operation `op` that gives something which one other alone takes. */
  onlySource(names: readonly string[], op: string): Operation | undefined {
    for (const name of names) {
      const source = this.source(name)
      if (source?.op !== op || this.isOutput(name) || this.users(name).length > 1) continue
      return source
    }
    return undefined
  }

  weights(name: string | undefined): Weights | undefined {
    return name === undefined ? undefined : this.#weights.get(name)
  }

  /** The single number among what an operation takes. */
  scalar({ inputs }: Operation): number | undefined {
    for (const name of inputs) {
      const values = this.weights(name)?.values
      if (values?.length === 1) return values[0]
    }
    return undefined
  }

  /** What an operation takes beside its single number. */
  variable({ inputs }: Operation): string | undefined {
    return inputs.find((name) => this.weights(name)?.values.length !== 1)
  }

  /** Gives a convolution weights and shifts of its own. */
  setWeights(conv: Operation, weights: Weights, shifts: Float32Array): void {
    const name = conv.outputs[0]!
    this.#weights.set(`${name}.weights`, weights)
    this.#weights.set(`${name}.shifts`, { dims: [shifts.length], values: shifts })
    conv.inputs = [conv.inputs[0]!, `${name}.weights`, `${name}.shifts`]
  }

  /** A weight that no operation had. */
  addWeights(name: string, weights: Weights): string {
    this.#weights.set(name, weights)
    return name
  }

  add(...operations: Operation[]): void {
    for (const operation of operations) this.#live.add(operation)
  }

  drop(...operations: Operation[]): void {
    for (const operation of operations) this.#live.delete(operation)
  }

  result(): Operation[] {
    const taken = new Set([...this.#live].flatMap(({ inputs }) => inputs))
    const constants = [...this.#weights].filter(([name]) => taken.has(name) || this.isOutput(name))
    return [...constants.map(([name, weights]) => constant(name, weights)), ...this.#live]
  }
}
