import './ui/theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { setUpAfterStart } from './after-start.ts'
import { App, reportMissingParts, setTrustedTypes } from './app.tsx'
import { makeRouter } from './routes.ts'
import { useSession } from './session/session.ts'
import { startUp } from './session/start-up.ts'
import { loadPreferences } from './state/preferences.ts'
import { takeOnePress } from './ui/form/double-click-guard.ts'

setTrustedTypes()
takeOnePress()
reportMissingParts()
// Without an `await` of the module itself: the bundler joins the files of screens only where there is none.
void start()

async function start(): Promise<void> {
  await loadPreferences()
  await startUp()
  setUpAfterStart()
  // Guards cannot check access without the modules: a router created now would lose the requested address.
  const router = useSession.getState().problem === 'no-modules' ? undefined : makeRouter()
  // The router reports the errors of screens (app.tsx); React would log them a second time.
  createRoot(document.getElementById('root')!, { onCaughtError: () => undefined }).render(
    <App router={router} />,
  )
}
