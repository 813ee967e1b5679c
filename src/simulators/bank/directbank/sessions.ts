import { randomInt, randomUUID } from 'node:crypto'
import type { Settings } from '../settings.ts'

type Session = { sid: string; code: string | null; seen_at: number }

/** A message with a one-time code, as the customer's telephone shows it. */
export type CodeMessage = { short_code: string; code: string; at: string }

export type Sessions = ReturnType<typeof openSessions>

/** Sessions live in memory: a bank that starts anew has none. */
export function openSessions(bank: { now: () => number; settings: () => Settings }) {
  const { now, settings } = bank
  let sessions = new Map<string, Session>()
  let messages: CodeMessage[] = []

  function alive(sid: string): Session | null {
    const session = sessions.get(sid)
    if (session === undefined) return null
    if (now() - session.seen_at <= settings().direct_session_seconds * 1000) return session
    sessions.delete(sid)
    return null
  }

  return {
    /** Opens a session; with a code it is not authorised before the code comes. */
    open(withCode: boolean): { sid: string; short_code: string | null } {
      const sid = randomUUID()
      const code = withCode ? String(randomInt(1_000_000)).padStart(6, '0') : null
      sessions.set(sid, { sid, code, seen_at: now() })
      const short_code = sid.slice(0, 8)
      if (code === null) return { sid, short_code: null }
      messages.push({ short_code, code, at: new Date(now()).toISOString() })
      return { sid, short_code }
    },
    /** `wrong` keeps the session and its code; `over` is an unknown or old session. */
    authorise(sid: string, code: string): 'done' | 'wrong' | 'over' {
      const session = alive(sid)
      if (session === null || session.code === null) return 'over'
      if (session.code !== code) return 'wrong'
      sessions.set(sid, { ...session, code: null, seen_at: now() })
      return 'done'
    },
    /** Each call prolongs the session. */
    use(sid: string): boolean {
      const session = alive(sid)
      if (session === null || session.code !== null) return false
      sessions.set(sid, { ...session, seen_at: now() })
      return true
    },
    end: (sid: string) => void sessions.delete(sid),
    messages: () => messages,
    clear(): void {
      sessions = new Map()
      messages = []
    },
  }
}
