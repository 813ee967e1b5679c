import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

/** Guards of which an installation chooses how strict they are. */
export interface ProtectionSettings {
  /** Who may do nothing but set up a second factor while there is none (security.md 4.6). */
  readonly secondFactor: 'nobody' | 'super' | 'managers' | 'everyone'
  /** A file of breached passwords beside the list that is shipped (security.md 4.1). */
  readonly breachedPasswords: string | undefined
  /** The socket or address of ClamAV's daemon on this machine, which sees every file of people first (security.md 6.3). */
  readonly clamd: string | undefined
  /** The hosts that events and notices in browsers may be sent to; undefined: any of the internet (security.md 6.4). */
  readonly outboundHosts: readonly string[] | undefined
}

// A program of a company and the push services of four browsers; the bound only stops a pasted list.
const MAX_HOSTS = 100
// Files hold passports and the line has no TLS: only this machine.
const CLAMD = /^(\/\S+|127\.0\.0\.1:\d{1,5})$/
const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/

const SETTINGS = z.object({
  SECOND_FACTOR: z.optional(
    z.enum(['super', 'managers', 'everyone'], 'super, managers или everyone'),
  ),
  SUPER_SECOND_FACTOR: z.optional(z.enum(['0', '1'], 'нужно 0 или 1')),
  BREACHED_PASSWORDS: z.optional(
    z.string().check(z.refine(isReadable, 'нет такого файла, или его нельзя прочитать')),
  ),
  CLAMD: z.optional(
    z
      .string()
      .check(
        z.regex(CLAMD, 'нужен сокет вида /run/clamav/clamd.ctl или адрес вида 127.0.0.1:3310'),
      ),
  ),
  OUTBOUND_HOSTS: z.optional(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((v: string) =>
          v
            .toLowerCase()
            .split(/[\s,]+/)
            .filter((one) => one !== ''),
        ),
        z
          .array(
            z.string().check(z.regex(HOST, 'нужны имена вида api.example.ru или *.example.ru')),
          )
          .check(z.maxLength(MAX_HOSTS, `не больше ${MAX_HOSTS}`)),
      ),
    ),
  ),
})

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** `SECOND_FACTOR`, `BREACHED_PASSWORDS`, `CLAMD`, `OUTBOUND_HOSTS`; `problems` name every bad one. Nobody needs a second factor in the demo. */
export function protectionSettings(env: Readonly<Record<string, string | undefined>>): {
  protection: ProtectionSettings
  problems: string[]
} {
  const parsed = z.safeParse(SETTINGS, env)
  const { SECOND_FACTOR: who, SUPER_SECOND_FACTOR: ofSuper } = parsed.data ?? {}
  const problems = (parsed.error?.issues ?? []).map(
    ({ path: [name], message }) => `${String(name)}: ${message}`,
  )
  if (who !== undefined && ofSuper === '0')
    problems.push('SECOND_FACTOR: при SUPER_SECOND_FACTOR=0 второй фактор не нужен никому')
  const isAsked = ofSuper === undefined ? env['DEMO'] !== '1' : ofSuper === '1'
  const file = parsed.data?.BREACHED_PASSWORDS
  return {
    protection: {
      secondFactor: who ?? (isAsked ? 'super' : 'nobody'),
      breachedPasswords: file === undefined ? undefined : path.resolve(file),
      clamd: parsed.data?.CLAMD,
      outboundHosts: parsed.data?.OUTBOUND_HOSTS,
    },
    problems,
  }
}
