import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useSignInAgain } from '../../api/sign-in-again.ts'
import { useDialogs } from '../../ui/dialogs/ask.ts'
import { LoadingLayer } from '../../ui/feedback/waiting.tsx'
import styles from './empty-layout.module.css'

const Overlays = lazy(async () => ({ default: (await import('./empty-overlays.tsx')).Overlays }))

/** One landmark and nothing else: sign-in, prints, images. */
export function Component() {
  const asked = useDialogs((dialogs) => dialogs.stack.length > 0)
  const ended = useSignInAgain((signIn) => signIn.isOpen)
  return (
    <main className={styles['layout']}>
      <Outlet />
      <Suspense fallback={<LoadingLayer />}>
        {(asked || ended) && <Overlays ended={ended} />}
      </Suspense>
    </main>
  )
}
