import * as z from 'zod/mini'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
const KEY = /^[\x21-\x7e]{8,200}$/

/** The service that tells requisites by ИНН, and the key by which it knows this installation. */
export interface RegistrySettings {
  readonly url: string
  readonly key: string
}

const isSafeUrl = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username || password || hash) return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))
}

const SETTINGS = z.object({
  REGISTRY_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isSafeUrl,
          'нужен адрес вида https://…, без пароля; без https только на этом компьютере',
        ),
      ),
  ),
  REGISTRY_KEY: z.optional(
    z.string().check(z.regex(KEY, 'нужен ключ из 8–200 латинских знаков без пробелов')),
  ),
})

/** `REGISTRY_URL` with `REGISTRY_KEY`, which `REGISTRY_KEY_FILE` may hold; none by default, and then requisites are typed. */
export function registrySettings(env: Readonly<Record<string, string | undefined>>): {
  registry: RegistrySettings | undefined
  problems: string[]
} {
  const parsed = z.safeParse(SETTINGS, env)
  const problems = (parsed.error?.issues ?? []).map(
    ({ path: [name], message }) => `${String(name)}: ${message}`,
  )
  const { REGISTRY_URL: url, REGISTRY_KEY: key } = parsed.data ?? {}
  if (parsed.success && (url === undefined) !== (key === undefined))
    problems.push('REGISTRY_URL и REGISTRY_KEY задают вместе')
  return { registry: url && key ? { url, key } : undefined, problems }
}
