import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** What only the server, OpenAPI and the tests read of a declared call: screens need its address, the shape of a body that a form validates, and what it is about. */
const UNREAD: ReadonlySet<string> = new Set([
  'access',
  'action',
  'commandActions',
  'companyAction',
  'movesMoney',
  'params',
  'query',
  'refusals',
  'summary',
])

/** Of a call that a screen offers by its right: `useMaySend(payment.save)` would offer it to everybody without these. */
const RIGHTS: ReadonlySet<string> = new Set(['access', 'action', 'commandActions', 'companyAction'])

/** What stands in these runs later, or is run for what it does. */
const NOT_A_VALUE = /Function|^ExpressionStatement$/

/** A node of the syntax tree, as far as it is read here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

/** Cuts of a text: from, to, and what stands there instead. */
type Cut = readonly [number, number, string?]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/**
 * Leaves out of the bundle what screens do not read of the contract, six KiB of every list: parts of `call({ … })`, and shapes that
 * nothing names any more.
 */
export function leanContract(): Plugin {
  const read = readByScreens()
  return {
    name: 'lean-contract',
    transform(code, id) {
      if (!id.includes('/src/contract/')) return undefined
      const cuts = unreadParts(this.parse(code), read).toSorted((a, b) => b[0] - a[0])
      let lean = code
      for (const [start, end, word = ''] of cuts)
        lean = lean.slice(0, start) + word + lean.slice(end)
      for (const { start, end } of unusedImports(this.parse(lean)).toReversed())
        lean = lean.slice(0, start) + lean.slice(end)
      const marks = topCalls(this.parse(lean)).toSorted((a, b) => b - a)
      for (const at of new Set(marks))
        lean = `${lean.slice(0, at)}/* @__PURE__ */ ${lean.slice(at)}`
      // It is made of values: a file of it that nothing is read from need not run.
      return { code: lean, map: null, moduleSideEffects: false }
    },
  }
}

/** Of what only answers and other cut parts named: its module would be loaded with whoever imports it. */
function unusedImports(program: unknown): Node[] {
  const statements = (isNode(program) ? program['body'] : []) as Node[]
  const isImport = ({ type }: Node) => type === 'ImportDeclaration'
  const names = new Set(statements.filter((one) => !isImport(one)).flatMap(namesIn))
  return statements.filter((one) => {
    const locals = isImport(one)
      ? (one['specifiers'] as Node[]).map(({ local }) => local as Node)
      : []
    return locals.length > 0 && locals.every((local) => !names.has(String(local['name'])))
  })
}

function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (!isNode(node)) return []
  if (node.type === 'Identifier') return [String(node['name'])]
  return Object.values(node).flatMap((part) => (typeof part === 'object' ? namesIn(part) : []))
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

/** Calls of whose declaration screens read more than address and shapes, each as a screen writes it. */
interface ReadByScreens {
  /** `supplier.create.body`: of any other body a screen asks only whether there is one. */
  readonly bodies: ReadonlySet<string>
  /** `useMaySend(payment.save)`, `useMaySend(act.update, 'sign')`. */
  readonly rights: ReadonlySet<string>
}

function readByScreens(): ReadByScreens {
  const screens = globSync(`${import.meta.dirname}/**/*.{ts,tsx}`)
  const texts = screens.map((file) => readFileSync(file, 'utf8'))
  const namesLike = (pattern: RegExp) => new Set(texts.flatMap((text) => text.match(pattern) ?? []))
  return {
    bodies: namesLike(/\b\w+\.\w+(?=\.body\b)/g),
    rights: namesLike(/(?<=\buseMaySend\()\w+\.\w+(?=[,)])/g),
  }
}

/** Each unread property to the start of the next one, or to the end of the object; `holder` is how a screen writes the call. */
function unreadParts(node: unknown, read: ReadByScreens, holder = ''): Cut[] {
  if (Array.isArray(node)) return node.flatMap((one) => unreadParts(one, read, holder))
  if (!isNode(node)) return []
  if (isDeclaredCall(node))
    return unreadOf(node, {
      body: holder.includes('.') && !read.bodies.has(holder),
      rights: !read.rights.has(holder),
    })
  const named = node[node.type === 'Property' ? 'key' : 'id']
  const name = isNode(named) ? String(named['name']) : undefined
  const inside = name && holder ? `${holder}.${name}` : (name ?? holder)
  return Object.values(node).flatMap((part) =>
    typeof part === 'object' ? unreadParts(part, read, inside) : [],
  )
}

const isDeclaredCall = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && callee['name'] === 'call'

interface Unread {
  readonly body: boolean
  readonly rights: boolean
}

function unreadOf({ arguments: given }: Node, unread: Unread): Cut[] {
  const [spec] = given as Node[]
  const parts = (spec?.['properties'] ?? []) as Node[]
  return parts.flatMap((part, place): Cut[] => {
    const { key, value } = part
    const name = isNode(key) ? String(key['name']) : ''
    const isShape = isNode(value) && value.type !== 'Literal'
    if (name === 'body' && isShape && unread.body) return [[part.start, part.end, 'body: 1']]
    // Answers are not checked again in the browser; the words 'stream' and 'file' say how one is read.
    const isUnread = UNREAD.has(name) && (unread.rights || !RIGHTS.has(name))
    return (name === 'result' && isShape) || isUnread
      ? [[part.start, parts[place + 1]?.start ?? spec!.end - 1]]
      : []
  })
}
