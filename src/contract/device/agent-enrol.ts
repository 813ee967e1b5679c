import * as z from 'zod/mini'
import { id, text } from '../core/shapes.ts'

/** Crockford base32, 40 bits, shown as XXXX-XXXX; I, L and O are read as 1, 1 and 0 before this check. */
export const enrolCode = z
  .string()
  .check(z.regex(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/, 'Код вида XXXX-XXXX'))

/** Bytes as text, `min` to `max` signs; 43 of them are 32 bytes. */
export const base64url = (max: number, min = 0) =>
  z.string().check(z.minLength(min), z.maxLength(max), z.regex(/^[A-Za-z0-9_-]*$/))

/** Body of POST `agent/enrol`: the raw 32-byte Ed25519 public key in base64url. */
export const enrolBody = z.strictObject({
  code: enrolCode,
  public_key: base64url(43, 43),
  version: text(20),
})
export const enrolResult = z.strictObject({
  agent_id: id('agent'),
  company_id: id('company'),
  site_id: id('site'),
})
export type EnrolResult = z.output<typeof enrolResult>
