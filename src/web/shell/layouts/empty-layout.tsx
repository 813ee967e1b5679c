import { lazy, Suspense } from 'react'
import { Outlet } from '../../router/view.tsx'
import { useSignInAgain } from '../../api/sign-in-again.ts'
import { useDialogs } from '../../ui/dialogs/ask.ts'
import { LoadingLayer } from '../../ui/feedback/waiting.tsx'
import styles from './empty-layout.module.css'

// Over a page of this layout only dialogs need the kit: all three load when the first one opens.
const KitProvider = lazy(async () => ({
  default: (await import('../kit-provider.tsx')).KitProvider,
}))
const Dialogs = lazy(async () => ({
  default: (await import('../../ui/dialogs/dialogs.tsx')).Dialogs,
}))
const ReLogin = lazy(async () => ({
  default: (await import('../../session/re-login.tsx')).ReLogin,
}))

/** One landmark and nothing else: sign-in, prints, images. */
export function Component() {
  const asked = useDialogs((dialogs) => dialogs.stack.length > 0)
  const ended = useSignInAgain((signIn) => signIn.isOpen)
  return (
    <main className={styles['layout']}>
      <Outlet />
      <Suspense fallback={<LoadingLayer />}>
        {(asked || ended) && (
          <KitProvider>
            <Dialogs />
            {ended && <ReLogin />}
          </KitProvider>
        )}
      </Suspense>
    </main>
  )
}
