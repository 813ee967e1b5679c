import { parseSync } from 'vite'

/** One small lie about a source: what stands between two offsets says something else. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly line: number
  /** «was → is», by which a table of equal ones names it. */
  readonly words: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** What a comparison or an arithmetic becomes. */
const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

/** Parts of types: nothing of them runs. */
const isType = ({ type }: Node) => type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type)

/** Every mutant of a source: a guard taken out, a bound moved by one, an order turned round, a number or a member changed. */
export function listMutants(code: string): Mutant[] {
  const found: Mutant[] = []
  const textOf = ({ start, end }: Node) => code.slice(start, end)
  const add = (node: Node, text: string) => {
    const line = code.slice(0, node.start).split('\n').length
    const words = `${textOf(node)} → ${text}`.replaceAll(/\s+/g, ' ')
    found.push({ start: node.start, end: node.end, text, line, words })
  }
  const visit = (node: Node) => {
    if (isType(node) || node.type === 'ImportDeclaration') return
    for (const text of changesOf(node, textOf)) add(node, text)
    for (const value of Object.values(node))
      for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) visit(part)
  }
  const { program } = parseSync('source.ts', code, { lang: 'ts' })
  if (isNode(program)) visit(program)
  return found
}

function changesOf(node: Node, textOf: (node: Node) => string): string[] {
  const part = (name: string) => textOf(node[name] as Node)
  const operator = String(node['operator'])
  switch (node.type) {
    case 'LogicalExpression':
      return operator === '??' ? [] : [`(${part('left')})`, `(${part('right')})`]
    case 'BinaryExpression':
      return OPPOSITE[operator] === undefined
        ? []
        : [`${part('left')} ${OPPOSITE[operator]} ${part('right')}`]
    case 'UnaryExpression':
      return operator === '!' ? [`(${part('argument')})`] : []
    case 'ConditionalExpression':
      return [`(${part('consequent')})`, `(${part('alternate')})`]
    case 'IfStatement':
      return node['alternate'] === null ? [';', part('consequent')] : []
    case 'Literal':
      return changesOfLiteral(node['value'])
    case 'ArrayExpression':
      return changesOfMembers(node['elements'] as (Node | null)[], textOf)
    default:
      return []
  }
}

function changesOfLiteral(value: unknown): string[] {
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value !== 'number') return []
  return value === 0 ? ['1'] : ['0', String(value + 1)]
}

/** Each member of a short list left out: a set of states or outcomes is a guard. */
function changesOfMembers(
  members: readonly (Node | null)[],
  textOf: (node: Node) => string,
): string[] {
  const whole = members.filter((member) => member !== null)
  if (whole.length < 2 || whole.length > 12) return []
  return whole.map(
    (gone) =>
      `[${whole
        .filter((member) => member !== gone)
        .map(textOf)
        .join(', ')}]`,
  )
}
