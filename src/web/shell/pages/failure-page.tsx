import { PlugZap, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyComponent } from '../../lazy-component.tsx'
import { useNavigate } from '../../router/hooks.ts'
import { CallError } from '../../state/call-error.ts'
import { homePath } from './home-path.ts'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { PlainButton } from '../../ui/layout/plain.tsx'

// Not with sign-in: it brings the formats of the screens.
const support = () => import('../../ui/feedback/support-words.ts')

// A server that says these is there to send their pages too.
const NotFound = lazyComponent(async () => (await import('./not-found.tsx')).NotFound)
const NoAccess = lazyComponent(async () => (await import('./no-access.tsx')).NoAccess)

/** What a thrown error becomes: a missing record, no access, or a broken screen; the shell stays. */
export function FailurePage({ error }: { error: unknown }) {
  if (!(error instanceof CallError)) return <BrokenPage error={error} />
  // 400: the address contains an impossible record id.
  if (error.status === 404 || error.status === 400) return <NotFound record />
  if (error.code === 'access.denied') return <NoAccess text={error.message} />
  if (error.network) return <NoLink />
  if (error.code === 'module.off') return <ModuleOff />
  return <BrokenPage error={error} />
}

/** The screen was not loaded yet, or its first answer did not come. */
function NoLink() {
  const navigate = useNavigate()
  return (
    <MessagePage
      title="Нет связи с сервером"
      icon={<PlugZap size={20} />}
      text="Взвешивание работает и без него."
    >
      <PlainButton onClick={() => location.reload()}>Повторить</PlainButton>
      <PlainButton look="second" onClick={() => navigate(-1)}>
        Назад
      </PlainButton>
    </MessagePage>
  )
}

function ModuleOff() {
  const navigate = useNavigate()
  useEffect(() => {
    navigate(homePath(), { replace: true })
  }, [navigate])
  return null
}

function BrokenPage({ error }: { error: unknown }) {
  const [at] = useState(() => new Date().toISOString())
  const details = detailsOf(error, at)
  const requestId = error instanceof CallError ? error.requestId : undefined
  const [told, setTold] = useState('')
  useEffect(() => {
    void support().then(
      ({ supportWords }) => setTold(supportWords(requestId, at)),
      () => setTold(requestId ?? ''),
    )
  }, [requestId, at])
  return (
    <MessagePage
      title="Что-то сломалось на этом экране"
      icon={<TriangleAlert size={20} />}
      text={
        <>
          Остальные разделы работают. Повторите; если не поможет, скопируйте сведения и передайте
          администратору.
          {told && <pre>{told}</pre>}
        </>
      }
    >
      <PlainButton onClick={() => location.reload()}>Повторить</PlainButton>
      <PlainButton look="second" onClick={() => void navigator.clipboard.writeText(details)}>
        Скопировать сведения
      </PlainButton>
    </MessagePage>
  )
}

function detailsOf(error: unknown, at: string): string {
  const place = `${location.pathname} · ${at}`
  if (error instanceof CallError)
    return [error.code ?? error.status, error.message, error.requestId, place].join(' · ')
  return [error instanceof Error ? `${error.name}: ${error.message}` : String(error), place].join(
    ' · ',
  )
}
