import { uuidv7 } from '../../../db/uuid.ts'
import type { Services } from '../../../services.ts'

const PROCESS = Symbol('process id')

/** The id of this server process, new at each start. */
export function processOf(services: Services): string {
  const known = services.extra.get(PROCESS) as string | undefined
  if (known) return known
  const id = uuidv7()
  services.extra.set(PROCESS, id)
  return id
}
