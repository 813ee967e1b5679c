import type { CallSpec, Schema } from '#contract/core/call.ts'
import { webhookEvents } from '#contract/webhook/webhook-events.ts'
import { refusals, type RefusalCode } from '#contract/core/refusals.ts'
import { servicePermissions, type ServicePermission } from '#contract/user/service-permissions.ts'
import { publicSchema, type JsonSchema } from './json-schema.ts'

interface NamedSchema {
  readonly key: string
  readonly call: CallSpec
}

/** OpenAPI 3.0 of the declared calls. */
export function openApi(calls: readonly NamedSchema[]): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { key, call } of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    const methods = (paths[path] ??= {})
    methods[call.method.toLowerCase()] = operation(key, call)
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Priyomka API', version: '1' },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session token, or a key prk_…' },
      },
    },
    paths,
    // OpenAPI has words for requests that the server sends from 3.1 on; generators of 3.0 read this one.
    'x-webhooks': Object.fromEntries(
      Object.entries(webhookEvents).map(([code, { title, entity }]) => [
        code,
        { post: { summary: title, 'x-entity': entity, requestBody: EVENT_BODY } },
      ]),
    ),
  }
}

const EVENT_BODY: JsonSchema = {
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['id', 'type', 'timestamp', 'company_id', 'data'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          type: { type: 'string' },
          timestamp: { type: 'string', format: 'date-time' },
          company_id: { type: 'string', format: 'uuid' },
          data: { type: 'object' },
        },
      },
    },
  },
}

/** The permissions of service accounts whose keys open a call. */
function permissionsFor(call: CallSpec): string[] {
  return Object.entries<ServicePermission>(servicePermissions)
    .filter(([, { calls }]) => calls.includes(call))
    .map(([code]) => code)
}

function operation(key: string, call: CallSpec): JsonSchema {
  const permissions = permissionsFor(call)
  return {
    operationId: key,
    tags: [key.split('.')[0]],
    summary: call.summary,
    'x-access': call.access,
    ...(call.action && { 'x-action': call.action }),
    ...(call.module && { 'x-module': call.module }),
    ...(permissions.length > 0 && { 'x-permissions': permissions }),
    security: call.access === 'all' ? [] : [{ bearer: [] }],
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...(call.body && { requestBody: { required: true, content: bodyContent(call.body) } }),
    responses: {
      '200': { description: 'OK', content: answerContent(call) },
      ...refusalAnswers(call.refusals ?? []),
    },
  }
}

function parameters(schema: Schema | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (!schema) return []
  const object = publicSchema(schema, 'input')
  const required = new Set((object['required'] ?? []) as string[])
  return Object.entries((object['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, shape]) => {
      const { 'x-json': json, ...plain } = shape
      return {
        name,
        in: place,
        required: place === 'path' || required.has(name),
        ...(json ? { content: { 'application/json': { schema: json } } } : { schema: plain }),
      }
    },
  )
}

function bodyContent(body: NonNullable<CallSpec['body']>): JsonSchema {
  if (body === 'jpeg') return { 'image/jpeg': { schema: { type: 'string', format: 'binary' } } }
  if (body === 'files' || body === 'multipart')
    return {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            'files[]': { type: 'array', items: { type: 'string', format: 'binary' } },
            kind: { type: 'string' },
          },
        },
      },
    }
  return { 'application/json': { schema: publicSchema(body, 'input') } }
}

const RAW_TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  blob: 'application/octet-stream',
  stream: 'text/event-stream',
}

function answerContent(call: CallSpec): JsonSchema {
  if (typeof call.result === 'string')
    return { [RAW_TYPES[call.result]]: { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: publicSchema(call.result, 'output') } }
}

function refusalAnswers(codes: readonly RefusalCode[]): JsonSchema {
  const byStatus = new Map<number, string[]>()
  for (const code of codes) {
    const [status, message] = refusals[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\` ${message}`])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [String(status), { description: lines.join('\n') }]),
  )
}
