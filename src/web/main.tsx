import './ui/theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { makeRouter } from './router.tsx'
import { useSession } from './session/session.ts'
import { startUp } from './session/start-up.ts'
import { loadPreferences } from './state/preferences.ts'
import { reportMissingParts } from './missing-parts.ts'
import { setTrustedTypes } from './trusted-types.ts'
import { takeOnePress } from './ui/form/double-click-guard.ts'

setTrustedTypes()
takeOnePress()
reportMissingParts()
await loadPreferences()
await startUp()
// Guards cannot check access without the modules: a router created now would lose the requested address.
const router = useSession.getState().problem === 'no-modules' ? undefined : makeRouter()
// The router tells what a screen throws (app.tsx); React would write it down a second time.
createRoot(document.getElementById('root')!, { onCaughtError: () => undefined }).render(
  <App router={router} />,
)
