import type { Plugin } from 'vite'

/** What only the server, OpenAPI and the tests read of a declared call: screens need its address, its shapes and what it is about. */
const UNREAD: ReadonlySet<string> = new Set([
  'access',
  'action',
  'companyAction',
  'refusals',
  'summary',
])

/** A node of the syntax tree, as far as it is read here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Leaves out of the bundle what screens do not read of `call({ … })`: a KiB and a half of every list. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    transform(code, id) {
      if (!id.includes('/src/contract/') || !code.includes('call({')) return undefined
      const cuts = unreadParts(this.parse(code)).toSorted((a, b) => b[0] - a[0])
      let lean = code
      for (const [start, end] of cuts) lean = lean.slice(0, start) + lean.slice(end)
      return { code: lean, map: null }
    },
  }
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
    const key = part['key']
    const isUnread = isNode(key) && UNREAD.has(String(key['name']))
    return isUnread ? [[part.start, parts[place + 1]?.start ?? spec!.end - 1]] : []
  })
}
