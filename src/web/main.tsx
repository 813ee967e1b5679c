import './ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { makeRouter } from './router.tsx'
import { startUp } from './session/start-up.ts'
import { loadPreferences } from './state/preferences.ts'
import { setTrustedTypes } from './trusted-types.ts'

setTrustedTypes()
await loadPreferences()
await startUp()
// The router tells what a screen throws (app.tsx); React would write it down a second time.
createRoot(document.getElementById('root')!, { onCaughtError: () => undefined }).render(
  <App router={makeRouter()} />,
)
