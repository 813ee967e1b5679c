import type { FastifyInstance } from 'fastify'
import { refuse } from '#http/refusal.ts'

// Deeper than any declared body; keeps recursive checks from running out of stack (security.md 6.1).
const MAX_DEPTH = 20

// JSON is UTF-8 (RFC 8259); a body that says otherwise would be read as what it is not.
const JSON_TYPE = /^application\/json(\s*;\s*charset\s*=\s*("?)utf-8\2)?\s*;?\s*$/i

/** Reads JSON bodies only: no other type or charset is parsed, dangerous keys and deep nesting are refused. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, body as string, (error, value) => {
      if (error) return done(error)
      try {
        if (depthOf(value, 0) > MAX_DEPTH)
          refuse('common.validation', { message: 'Слишком глубокая вложенность' })
        done(null, value)
      } catch (refusal) {
        done(refusal as Error)
      }
    })
  })
}

function depthOf(value: unknown, depth: number): number {
  if (depth > MAX_DEPTH || value === null || typeof value !== 'object') return depth
  let deepest = depth
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1))
  return deepest
}
