import * as z from 'zod/mini'

/** Where programs that watch the server read its metrics; never the public port (operations.md, "Metrics"). */
export interface MetricsSettings {
  readonly host: string
  readonly port: number
  /** What a reader proves itself by; beyond this machine there is no metric without it. */
  readonly token: string | undefined
}

const PORT = /^\d{1,5}$/
const TOKEN_LENGTH = 32
const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

const SETTINGS = z.object({
  METRICS_PORT: z.optional(
    z
      .string()
      .check(z.refine((v) => PORT.test(v) && Number(v) <= 65_535, 'нужен порт от 0 до 65535')),
  ),
  METRICS_HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  METRICS_TOKEN: z.optional(
    z.string().check(z.minLength(TOKEN_LENGTH, `нужно не меньше ${TOKEN_LENGTH} знаков`)),
  ),
})

/** `METRICS_*`: off without a port; `problems` name every bad one. */
export function metricsSettings(env: Readonly<Record<string, string | undefined>>): {
  metrics: MetricsSettings | undefined
  problems: string[]
} {
  const parsed = z.safeParse(SETTINGS, env)
  if (!parsed.success)
    return {
      metrics: undefined,
      problems: parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`),
    }
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = parsed.data
  if (port === undefined) return { metrics: undefined, problems: [] }
  if (token === undefined && !LOOPBACK.includes(host))
    return {
      metrics: undefined,
      problems: ['METRICS_TOKEN: без него показатели читают только с этого компьютера (127.0.0.1)'],
    }
  return { metrics: { host, port: Number(port), token }, problems: [] }
}
