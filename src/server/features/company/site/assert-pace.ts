import { paceProblem } from '#contract/visit/weighing-pace.ts'
import type { ScaleConnection } from '#contract/device/scale-connection.ts'
import { quote } from '#contract/words/quote.ts'

interface Scale {
  kind: string
  driver: string
  title: string
  status: string
  connection: unknown
}

/** Why a scale with this connection would never give a weight under the company's rules, at its field of the connection. */
export function scalePaceProblem(driver: string, connection: unknown, maxAgeMs: number) {
  const { transport, settings } = (connection ?? {}) as Partial<ScaleConnection>
  if (!transport || !settings) return undefined
  // The contract has checked that these settings belong to this driver.
  const whole = { driver, transport, settings } as ScaleConnection
  return paceProblem(whole, { max_age_ms: maxAgeMs })
}

/** The first working scale that these rules would silence, in a sentence for the rule. */
export function silencedScale(devices: readonly Scale[], maxAgeMs: number): string | undefined {
  for (const { kind, status, driver, title, connection } of devices) {
    if (kind !== 'scale' || status === 'disabled') continue
    const problem = scalePaceProblem(driver, connection, maxAgeMs)
    if (problem) return `Весы ${quote(title)}: ${problem.message}`
  }
  return undefined
}
