import type { Plugin } from 'vite'

/** What only the server, OpenAPI and the tests read of a declared call: screens need its address, its shapes and what it is about. */
const UNREAD: ReadonlySet<string> = new Set([
  'access',
  'action',
  'companyAction',
  'refusals',
  'summary',
])

/** What stands in these runs later, or is run for what it does. */
const NOT_A_VALUE = /Function|^ExpressionStatement$/

/** A node of the syntax tree, as far as it is read here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/**
 * Leaves out of the bundle what screens do not read of the contract, six KiB of every list: parts of `call({ … })`, and shapes that
 * nothing names any more.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    transform(code, id) {
      if (!id.includes('/src/contract/')) return undefined
      const cuts = unreadParts(this.parse(code)).toSorted((a, b) => b[0] - a[0])
      let lean = code
      for (const [start, end] of cuts) lean = lean.slice(0, start) + lean.slice(end)
      const marks = topCalls(this.parse(lean)).toSorted((a, b) => b - a)
      for (const at of new Set(marks))
        lean = `${lean.slice(0, at)}/* @__PURE__ */ ${lean.slice(at)}`
      return { code: lean, map: null }
    },
  }
}

/**
 * Where the calls begin that run when the module is loaded: in the contract they only make values, so the bundler may leave out those
 * that no screen uses, once it is told so.
 */
function topCalls(node: unknown): number[] {
  if (Array.isArray(node)) return node.flatMap(topCalls)
  if (!isNode(node) || NOT_A_VALUE.test(node.type)) return []
  const inner = Object.values(node).flatMap((part) =>
    typeof part === 'object' ? topCalls(part) : [],
  )
  return node.type === 'CallExpression' ? [node.start, ...inner] : inner
}

/** From the start of each unread property to the start of the next one, or to the end of the object. */
function unreadParts(node: unknown): [number, number][] {
  if (Array.isArray(node)) return node.flatMap(unreadParts)
  if (!isNode(node)) return []
  const inner = Object.values(node).flatMap((part) =>
    typeof part === 'object' ? unreadParts(part) : [],
  )
  return isDeclaredCall(node) ? [...inner, ...unreadOf(node)] : inner
}

const isDeclaredCall = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && callee['name'] === 'call'

function unreadOf({ arguments: given }: Node): [number, number][] {
  const [spec] = given as Node[]
  const parts = (spec?.['properties'] ?? []) as Node[]
  return parts.flatMap((part, place): [number, number][] => {
    const { key, value } = part
    const name = isNode(key) ? String(key['name']) : ''
    // Answers are not checked again in the browser; the words 'stream' and 'file' say how one is read.
    const isShape = name === 'result' && isNode(value) && value.type !== 'Literal'
    return isShape || UNREAD.has(name)
      ? [[part.start, parts[place + 1]?.start ?? spec!.end - 1]]
      : []
  })
}
