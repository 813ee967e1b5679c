import * as z from 'zod/mini'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

const Url = z.optional(
  z.string().check(
    z.refine((text) => {
      if (!URL.canParse(text)) return false
      const { protocol, hostname, username, password } = new URL(text)
      // A path is added to it; and `fetch` asks no address with a key in it, but repeats it in its error.
      if (username || password || /[?#]/.test(text)) return false
      return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))
    }, 'нужен адрес вида https://…, без пароля и без «?»; без https только на этом компьютере'),
  ),
)

/** `TRACES_URL`: where a collector takes traces (OTLP over HTTP, `/v1/traces` below it); none by default. */
export function traceSettings(env: Readonly<Record<string, string | undefined>>): {
  tracesUrl: string | undefined
  problems: string[]
} {
  const parsed = z.safeParse(Url, env['TRACES_URL'])
  if (!parsed.success)
    return {
      tracesUrl: undefined,
      problems: parsed.error.issues.map(({ message }) => `TRACES_URL: ${message}`),
    }
  return { tracesUrl: parsed.data?.replace(/\/+$/, ''), problems: [] }
}
