import { Hammer } from 'lucide-react'
import { useNavigate } from '../../router/hooks.ts'
import { useScreen } from '../use-screen.ts'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { PlainButton } from '../../ui/layout/plain.tsx'

/** The honest page of an address whose screen is not built yet. */
export function Component() {
  const navigate = useNavigate()
  const screen = useScreen()
  return (
    <MessagePage
      title={screen?.title ?? 'Раздел'}
      icon={<Hammer size={20} />}
      text="В разработке. Этот раздел появится в одной из следующих версий."
    >
      <PlainButton look="second" onClick={() => navigate(-1)}>
        Назад
      </PlainButton>
    </MessagePage>
  )
}
