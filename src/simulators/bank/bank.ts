import { createServer as createTlsServer } from 'node:https'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { controlListener } from './control.ts'
import { type BankState, openBankState } from './bank-state.ts'
import { dialectListener } from './dialect.ts'
import { directListener } from './directbank/directbank.ts'
import type { LedgerLine } from './payout.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { openStore } from './store.ts'
import { tbank } from './tbank/tbank.ts'
import { listen } from './wire.ts'
import { widgetListener, WIDGET_PATH } from './yookassa/widget/widget.ts'
import { yookassa } from './yookassa/yookassa.ts'

/** Where the bank listens and keeps its file; without a file it forgets everything on close. */
export type BankOptions = {
  host?: string
  port?: number
  controlPort?: number
  file?: string | null
  settings?: Partial<Settings>
  /** Set: a second port asks every caller for a certificate of this authority, as the bank of payment orders does. */
  tls?: { cert: string; key: string; ca: string }
}

export type Bank = {
  /** Base address of the provider's dialect, e.g. `http://127.0.0.1:40123/v3`. */
  api: string
  /** Origin of the port that asks for certificates, when there is one. */
  secured: string | null
  /** Origin of the control port; its calls are under `/_ctl/`. */
  control: string
  /** The money that has moved, read from the store itself. */
  ledger: () => LedgerLine[]
  close: () => Promise<void>
}

// Notifications and late faults must come by themselves, not only with the next call.
const heartbeat_ms = 500

/** Starts the whole bank on free loopback ports unless others are given. */
export async function startBank(options: BankOptions = {}): Promise<Bank> {
  const store = openStore(options.file ?? null)
  const desk = openBankState(store, { ...defaultSettings, ...options.settings })
  const host = options.host ?? '127.0.0.1'
  const callers = guardListener(dialects(desk))
  const api = createServer(callers)
  const secured = options.tls && createTlsServer({ ...options.tls, requestCert: true }, callers)
  const control = createServer(guardListener(controlListener(desk)))
  const apiOrigin = await listen(api, host, options.port ?? 0)
  const securedOrigin = secured && (await listen(secured, host, 0))
  const controlOrigin = await listen(control, '127.0.0.1', options.controlPort ?? 0)
  const heartbeat = setInterval(() => desk.payouts.settleDue(), heartbeat_ms)
  heartbeat.unref()
  return {
    api: `${apiOrigin}/v3`,
    secured: securedOrigin?.replace('http:', 'https:') ?? null,
    control: controlOrigin,
    ledger() {
      desk.payouts.settleDue()
      return store.ledger()
    },
    async close() {
      clearInterval(heartbeat)
      await Promise.all([api, control, ...(secured ? [secured] : [])].map(closeServer))
      store.close()
    },
  }
}

// All providers listen on one port: the paths of T-API begin with /api or /openapi, those of DirectBank with /directbank, those of
// YooKassa with /v3, its form of a card with /payouts-data.
function dialects(desk: BankState): Listener {
  const payouts = dialectListener(desk, yookassa)
  const transfers = dialectListener(desk, tbank)
  const packs = directListener(desk)
  const widget = widgetListener(desk)
  return (request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/directbank/')) return packs(request, response)
    if (path.startsWith(WIDGET_PATH)) return widget(request, response)
    return (/^\/(open)?api\//.test(path) ? transfers : payouts)(request, response)
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

// A caller that leaves in the middle of its own request is no fault of the bank; all else is a bug.
function guardListener(
  listener: Listener,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    listener(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return
      process.nextTick(() => {
        throw error
      })
    })
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}
