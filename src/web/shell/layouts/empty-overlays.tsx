import { ReLogin } from '../../session/re-login.tsx'
import { Dialogs } from '../../ui/dialogs/dialogs.tsx'
import { KitProvider } from '../kit-provider.tsx'

/** Dialogs over a page of the empty layout, loaded when the first one opens. */
export function Overlays({ ended }: { ended: boolean }) {
  return (
    <KitProvider>
      <Dialogs />
      {ended && <ReLogin />}
    </KitProvider>
  )
}
