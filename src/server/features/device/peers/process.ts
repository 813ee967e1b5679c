import { uuidv7 } from '../../../db/uuid.ts'
import { onceOf, type Services } from '../../../services.ts'

const PROCESS = Symbol('process id')

/** The id of this server process, new at each start. */
export function processOf(services: Services): string {
  return onceOf(services, PROCESS, uuidv7)
}
