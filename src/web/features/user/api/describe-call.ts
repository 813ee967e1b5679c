import type { ApiSchema, ApiOperation } from '#web/api/read-openapi.ts'

/** One line of a shape: a field with its place in the tree, or the shape itself where it has no fields. */
export interface SchemaLine {
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly required: boolean
}

// Deeper fields are rare and would make a page of one answer.
const MAX_DEPTH = 5
const MAX_LINES = 400

/** The fields of a shape from the top down, each below the one that holds it. */
export function schemaLines(schema: ApiSchema): SchemaLine[] {
  const lines: SchemaLine[] = []
  addFields(lines, schema, '', 0)
  if (lines.length === 0)
    return [{ path: '', name: '', depth: 0, type: typeText(schema), required: true }]
  return lines.slice(0, MAX_LINES)
}

function addFields(lines: SchemaLine[], schema: ApiSchema, parent: string, depth: number): void {
  if (depth > MAX_DEPTH) return
  for (const shape of alternatives(itemShape(schema))) {
    const required = new Set(shape.required ?? [])
    for (const [name, field] of Object.entries(shape.properties ?? {})) {
      const path = parent ? `${parent}.${name}` : name
      // Alternatives repeat their common fields.
      if (lines.some((line) => line.path === path)) continue
      const type = typeText(field)
      lines.push({ path, name, depth, type, required: required.has(name) })
      addFields(lines, field, path, depth + 1)
    }
  }
}

/** What a list holds, and the list's own shape for anything else. */
function itemShape(schema: ApiSchema): ApiSchema {
  return schema.type === 'array' && schema.items ? itemShape(schema.items) : schema
}

function alternatives(schema: ApiSchema): readonly ApiSchema[] {
  const parts = schema.anyOf ?? schema.oneOf
  return parts ? parts.flatMap((part) => alternatives(itemShape(part))) : [schema]
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'текст',
  integer: 'целое',
  number: 'число',
  boolean: 'да/нет',
  object: 'объект',
}
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'id',
  'date-time': 'время, UTC',
  date: 'день',
  binary: 'файл',
}

/** A type in words: «список: текст, до 100», «текст: draft | issued», «id act или null». */
export function typeText(schema: ApiSchema): string {
  const text = plainText(schema)
  return schema.nullable ? `${text} или null` : text
}

function plainText(schema: ApiSchema): string {
  if (schema.type === 'array') return `список: ${schema.items ? typeText(schema.items) : 'любое'}`
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return [...new Set(parts.map(typeText))].join(' или ')
  if (schema.enum) return schema.enum.map(String).join(' | ')
  const whole = { ...schema.allOf?.[0], ...schema }
  const entity = whole['x-entity']
  const name = FORMATS[whole.format ?? ''] ?? TYPES[whole.type ?? ''] ?? 'любое'
  if (entity) return `${name} ${entity}`
  return whole.maxLength === undefined ? name : `${name}, до ${whole.maxLength}`
}

/** A command for a terminal that sends the call with a key; what has to be filled in stands in angle brackets. */
export function curlExample(
  origin: string,
  method: string,
  path: string,
  operation: ApiOperation,
): string {
  const address = origin + path.replaceAll(/\{(\w+)\}/g, '<$1>')
  const query = operation.parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name }) => `${name}=<${name}>`)
    .join('&')
  const lines = [
    `curl -X ${method} '${address}${query && `?${query}`}'`,
    "  -H 'Authorization: Bearer <ключ>'",
  ]
  const [type] = Object.keys(operation.requestBody?.content ?? {})
  if (type === 'application/json')
    lines.push(`  -H 'Content-Type: application/json'`, `  -d '${bodyExample(operation)}'`)
  else if (type) lines.push("  -F 'files[]=@<файл>'")
  return lines.join(' \\\n')
}

/** The required fields of the body, each with its own name as its value. */
function bodyExample({ requestBody }: ApiOperation): string {
  const schema = requestBody?.content['application/json']?.schema
  const shape = schema?.properties ? schema : (schema?.anyOf ?? schema?.oneOf)?.[0]
  const fields = (shape?.required ?? []).map((name) => `"${name}": <${name}>`)
  return `{${fields.join(', ')}}`
}
