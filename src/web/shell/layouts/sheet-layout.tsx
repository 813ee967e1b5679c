import { useState } from 'react'
import { lazyComponent } from '../../lazy-component.tsx'
import { Outlet } from '../../router/view.tsx'
import { keysNow, useKeysEverywhere, type Key } from '../../ui/keyboard/keys.ts'
import { LoadingLayer } from '../../ui/feedback/waiting.tsx'
import { KitProvider } from '../kit-provider.tsx'

const HelpPanel = lazyComponent(
  async () => (await import('../../features/help/help-panel.tsx')).HelpPanel,
  <LoadingLayer />,
)
const KeysHelp = lazyComponent(
  async () => (await import('../keys-help.tsx')).KeysHelp,
  <LoadingLayer />,
)

/** The kit for prints and images, which the sign-in page of the same layout does not load. */
export function Component() {
  return (
    <KitProvider>
      <Outlet />
      <Help />
    </KitProvider>
  )
}

/** F1 and Shift+F1, as in the frame of the other screens. */
function Help() {
  const [keys, setKeys] = useState<readonly Key[]>()
  const [help, setHelp] = useState<readonly Key[]>()
  useKeysEverywhere([
    { keys: 'F1', label: 'Справка', run: () => setHelp(help ?? keysNow()) },
    { keys: 'Shift+F1', label: 'Горячие клавиши', run: () => setKeys(keys ?? keysNow()) },
  ])
  return (
    <>
      {help && (
        <HelpPanel
          windowTitle={undefined}
          openKeys={() => {
            setHelp(undefined)
            setKeys(help)
          }}
          close={() => setHelp(undefined)}
        />
      )}
      {keys && <KeysHelp keys={keys} close={() => setKeys(undefined)} />}
    </>
  )
}
