import { lazyComponent } from '../../lazy-component.tsx'
import { Outlet } from '../../router/view.tsx'
import { useSignInAgain } from '../../api/sign-in-again.ts'
import { useDialogs } from '../../ui/dialogs/ask.ts'
import { LoadingLayer } from '../../ui/feedback/waiting.tsx'
import styles from './empty-layout.module.css'

// Over a page of this layout only dialogs need the kit: all three load when the first one opens.
const KitProvider = lazyComponent(
  async () => (await import('../kit-provider.tsx')).KitProvider,
  <LoadingLayer />,
)
const Dialogs = lazyComponent(
  async () => (await import('../../ui/dialogs/dialogs.tsx')).Dialogs,
  <LoadingLayer />,
)
const ReLogin = lazyComponent(
  async () => (await import('../../session/re-login.tsx')).ReLogin,
  <LoadingLayer />,
)

/** One landmark and nothing else: sign-in, prints, images. */
export function Component() {
  const asked = useDialogs((dialogs) => dialogs.stack.length > 0)
  const ended = useSignInAgain((signIn) => signIn.isOpen)
  return (
    <main className={styles['layout']}>
      <Outlet />
      {(asked || ended) && (
        <KitProvider>
          <Dialogs />
          {ended && <ReLogin />}
        </KitProvider>
      )}
    </main>
  )
}
