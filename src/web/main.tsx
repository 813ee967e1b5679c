import './ui/theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { App, reportMissingParts, setTrustedTypes } from './app.tsx'
import { makeRouter } from './routes.ts'
import { useSession } from './session/session.ts'
import { startUp } from './session/start-up.ts'
import { loadPreferences } from './state/preferences.ts'
import { takeOnePress } from './ui/form/double-click-guard.ts'

setTrustedTypes()
takeOnePress()
reportMissingParts()
await loadPreferences()
await startUp()
// Nothing waits for it: until it is loaded the keys are those of a user who changed none.
void import('./after-start.ts').then(({ setUpAfterStart }) => setUpAfterStart())
// Guards cannot check access without the modules: a router created now would lose the requested address.
const router = useSession.getState().problem === 'no-modules' ? undefined : makeRouter()
// The router reports the errors of screens (app.tsx); React would log them a second time.
createRoot(document.getElementById('root')!, { onCaughtError: () => undefined }).render(
  <App router={router} />,
)
