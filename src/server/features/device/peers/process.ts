import { uuidv7 } from '../../../db/uuid.ts'
import type { Services } from '../../../services.ts'

declare module '../../../services.ts' {
  interface ProcessState {
    processId?: string
  }
}

/** The id of this server process, new at each start. */
export function processOf(services: Services): string {
  return (services.state.processId ??= uuidv7())
}
