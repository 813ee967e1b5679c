import type { ApiOperation } from '#web/api/read-openapi.ts'

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
