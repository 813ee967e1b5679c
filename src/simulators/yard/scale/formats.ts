import { readdirSync } from 'node:fs'
import type { IndicatorPort, ProtocolSession } from './protocol-session.ts'
import type { ShownIn } from './shown-number.ts'
import type { YardFormat, YardFormats } from './yard-format.ts'

/** The short name under which a post of the yard is set up. */
export type FormatName = string

const files = readdirSync(new URL('../scales/', import.meta.url)).filter((name) =>
  /^[a-z0-9-]+\.ts$/.test(name),
)

/** Every format of every file of `scales/`. */
export const yardFormats: YardFormats = Object.assign(
  {},
  ...(await Promise.all(
    files.map(
      async (file) => ((await import(`../scales/${file}`)) as { formats: YardFormats }).formats,
    ),
  )),
)

export const FORMAT_NAMES: readonly FormatName[] = Object.keys(yardFormats)

/** An indicator that speaks a format, with what is set up in its menu. */
export interface ProtocolChoice {
  format: FormatName
  settings: ShownIn
}

/** The menu of an indicator that speaks this format, in kilograms with so many decimals. */
export function menuOf(format: FormatName, decimals: number): ProtocolChoice {
  return { format, settings: { ...formatByName(format).menu, unit: 'kg', decimals } }
}

/** Opens the protocol of one connection. */
export function openProtocol(
  { format, settings }: ProtocolChoice,
  port: IndicatorPort,
): ProtocolSession {
  return formatByName(format).open(settings, port)
}

function formatByName(name: FormatName): YardFormat {
  const format = yardFormats[name]
  if (!format) throw new Error(`no indicator of the yard speaks ${name}`)
  return format
}
