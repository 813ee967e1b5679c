import { ownCompany } from '#contract/company/own-company.ts'
import { device } from '#contract/device/device.ts'
import { product } from '#contract/price/product.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useConnection } from '../state/connection.ts'
import { queryClient } from '../api/query-client.ts'
import { routeTable } from '../api/route-table.ts'
import { SHELL_KEY, type KeptShell } from '../session/offline-start.ts'
import { useSession } from '../session/session.ts'
import { browserDatabase } from '../state/browser-database.ts'
import { useStore } from '../state/store.ts'

/** What the station shows before any request is answered: its company, devices, products and yard. */
const KEPT_KEYS = new Set<unknown>(
  [ownCompany.getOwn, device.getAll, product.getAll, visitCalls.getIn, visitCalls.getFree].map(
    ({ path }) => path,
  ),
)
// The first check is soon after the station's first answers.
const FIRST_MS = 3000
const EVERY_MS = 60_000
const WORKER = '/service-worker.js'

/** While a station is open, this browser can start it again without a server; the returned function ends it. */
export function storeStation(): () => void {
  void storeFiles()
  const first = setTimeout(() => void storeShell(), FIRST_MS)
  const timer = setInterval(() => void storeShell(), EVERY_MS)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}

/**
 * The page and its files, and no answer of the server; a browser that forbids workers (a bare http address) stays as it is. The
 * installed product has them as well: it opens on a bad line, and says when a new release waits.
 */
export async function storeFiles(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
  await navigator.storage.persist()
}

async function storeShell(): Promise<void> {
  const { account, company: area } = useStore.getState()
  const lost = useConnection.getState().state === 'lost' || useSession.getState().offlineAt
  if (!account || lost) return
  const answers = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => KEPT_KEYS.has(queryKey[1]) && !!state.data })
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data }))
  const shell: KeptShell = {
    at: Date.now(),
    place: location.pathname,
    user: account.user,
    company: area,
    routes: routeTable(),
    timezone: queryClient.getQueryData<{ timezone: string }>([
      account.user.id,
      ownCompany.getOwn.path,
      {},
    ])?.timezone,
    answers,
  }
  await browserDatabase.put('shell', SHELL_KEY, shell)
}
