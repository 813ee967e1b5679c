import pg from 'pg'
import { DEADLINES } from '../../deadlines.ts'
import { cutConnection } from './cut-connection.ts'
import { LIVELY_SESSION, livelyConnection } from './pool.ts'

interface Settings {
  readonly databaseUrl: string
  readonly name: string
  readonly channels: readonly string[]
  /** Pause between two proofs that the line still carries something. */
  readonly heartbeatMs?: number
  /** For the connection and each answer on it; the product's own by default. */
  readonly answerMs?: number
  hear(channel: string, payload: string): void
  /** Called at each change; what was committed while the connection was down is not known. */
  onConnected(connected: boolean): void
}

export interface Listening {
  readonly connected: boolean
  stop(): Promise<void>
}

const RETRY_MS = 1000
// A connection that only listens never notices a stopped database or an unplugged cable, so it is probed. Both intervals and
// one more attempt fit into the 15 s after which the product serves again (decisions/0033).
const HEARTBEAT_MS = 4000

/** One connection that listens, opened again whenever it is lost; throws when the first cannot be opened. */
export async function keepListening(settings: Settings): Promise<Listening> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async () => {
    const next = listenerOf(settings)
    let heartbeat: NodeJS.Timeout | undefined
    let isOver = false
    const onLost = () => {
      if (isOver) return
      isOver = true
      clearTimeout(heartbeat)
      if (client === next) client = undefined
      next.removeAllListeners().on('error', () => undefined)
      cutConnection(next)
      if (stopped) return
      settings.onConnected(false)
      timer = setTimeout(() => void connect().catch(() => undefined), RETRY_MS)
    }
    next.on('error', onLost).on('end', onLost)
    next.on('notification', (note) => settings.hear(note.channel, note.payload ?? ''))
    try {
      await next.connect()
      await next.query(settings.channels.map((channel) => `listen ${channel}`).join(';'))
    } catch (error) {
      onLost()
      throw error
    }
    if (stopped) return cutConnection(next)
    client = next
    // One probe after another: a second one beside an unanswered first would only wait behind it.
    const prove = () =>
      void next.query('select 1').then(
        () => !isOver && !stopped && proveLater(),
        () => onLost(),
      )
    const proveLater = () =>
      (heartbeat = setTimeout(prove, settings.heartbeatMs ?? HEARTBEAT_MS).unref())
    proveLater()
    settings.onConnected(true)
  }

  await connect()
  return {
    get connected() {
      return client !== undefined
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      const last = client
      client = undefined
      last?.removeAllListeners().on('error', () => undefined)
      await last?.end()
    },
  }
}

function listenerOf({ databaseUrl, name, answerMs = DEADLINES.listenMs }: Settings): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    options: LIVELY_SESSION,
    ...livelyConnection,
  })
}
