import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lastingPort, tryPort } from './ports.ts'

const NAMES = [
  'yard',
  'camera',
  'rtsp',
  'discovery',
  'relays',
  'printer',
  'scale1',
  'scale2',
  'scale3',
  'bank',
  'bankControl',
] as const
export type SimulatorPorts = Readonly<Record<(typeof NAMES)[number], number>>

/** Peers of a launcher that was killed notice it and end within this time. */
const PATIENCE_MS = 5000
const LOOK_AGAIN_MS = 200

/**
 * The simulators of the product on port `near` keep their ports, because the demo company's devices and bank configuration
 * name them.
 */
export async function simulatorPorts(dataDir: string, near: number): Promise<SimulatorPorts> {
  const file = path.join(dataDir, 'simulator-ports.json')
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<SimulatorPorts>)
    : {}
  await refuseTaken(known, file)
  const ports: Partial<Record<keyof SimulatorPorts, number>> = { ...known }
  for (const name of NAMES) ports[name] ??= await lastingPort(near, [near, ...Object.values(ports)])
  writeFileSync(file, JSON.stringify(ports))
  return ports as SimulatorPorts
}

/** `discovery` is asked over UDP, which a program that listens over TCP leaves alone. */
async function refuseTaken(known: Partial<SimulatorPorts>, file: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (const [name, port] of Object.entries(known)) {
    if (name === 'discovery') continue
    while ((await tryPort(port)) === null) {
      if (Date.now() > deadline)
        throw new Error(
          `Порт ${port} учебной площадки или банка (${name}) занят другой программой, а учебные устройства настроены на него (${file}).\n` +
            'Остановите её и повторите или начните заново с другой папкой: DATA_DIR=data-2 npm start',
        )
      await pause(LOOK_AGAIN_MS)
    }
  }
}
